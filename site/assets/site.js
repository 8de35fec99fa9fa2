// What the theme leaves out for the keyboard.

// A box that scrolls can be focused, so that the arrow keys scroll it; one that does not is no stop of the Tab key.
function mark(box) {
  if (box.scrollWidth > box.clientWidth + 1) box.tabIndex = 0
  else box.removeAttribute("tabindex")
}
const watched = new ResizeObserver(entries => entries.forEach(entry => mark(entry.target)))

// The header's menu and search buttons are labels of check boxes: Tab must stop there, and Space must press them; Enter does.
function makeButton(label, name) {
  label.tabIndex = 0
  label.setAttribute("role", "button")
  label.setAttribute("aria-label", name)
  label.addEventListener("keydown", event => {
    if (event.key !== " ") return
    event.preventDefault()
    label.click()
  })
}

document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll(".scroll, .md-typeset pre").forEach(box => watched.observe(box))
  document.querySelectorAll(".md-header__button[for=__drawer]").forEach(label => makeButton(label, "Menu"))
  document.querySelectorAll(".md-header__button[for=__search]").forEach(label => makeButton(label, "Search"))
})
