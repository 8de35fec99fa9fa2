// Browsers start no worker for a page that was opened as a file. The search needs one: here it runs in a hidden frame.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super()
      const frame = document.createElement("iframe")
      frame.hidden = true
      frame.title = "Search"
      document.body.append(frame)
      const inside = frame.contentWindow
      const toPage = data => this.dispatchEvent(new MessageEvent("message", {data}))
      inside.postMessage = data => queueMicrotask(() => toPage(data))
      inside.importScripts = () => { throw new Error("the search of this site loads no scripts") }
      this.loaded = new Promise((resolve, reject) => {
        const script = inside.document.createElement("script")
        script.src = String(new URL(url, location))
        script.onload = resolve
        script.onerror = () => { reject(new Error(url)); this.dispatchEvent(new Event("error")) }
        inside.document.head.append(script)
      })
      this.frame = frame
    }
    postMessage(data) {
      const inside = this.frame.contentWindow
      this.loaded.then(() => inside.dispatchEvent(new inside.MessageEvent("message", {data})))
    }
    terminate() {
      this.frame.remove()
    }
  }
}
