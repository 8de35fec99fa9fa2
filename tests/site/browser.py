"""A headless Chromium that shows the site from files, as a user opens it."""
from __future__ import annotations

import base64
import json
import os
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

ROOT = Path(__file__).resolve().parents[2]
SITE = Path(os.environ.get("SITE", ROOT / "build" / "site")).resolve()


class Browser:
    """One session, which all tests share: starting one takes longer than most of them."""

    def __init__(self) -> None:
        options = webdriver.ChromeOptions()
        options.binary_location = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                     "--host-resolver-rules=MAP * ~NOTFOUND"):  # there is no network for it
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "OFF"})
        self.driver = webdriver.Chrome(options=options, service=Service(os.environ.get("CHROMEDRIVER", "/usr/bin/chromedriver")))
        self.driver.set_script_timeout(60)

    def close(self) -> None:
        self.driver.quit()

    def size(self, width: int, height: int = 900) -> None:
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def scheme(self, name: str) -> None:
        """name: light or dark, as the system's setting."""
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": name}]})

    def open(self, page: str) -> None:
        """page: from the site's root, as ladders/reduction/index.html#v2."""
        self.driver.get(f"file://{SITE}/{page}")

    def script(self, code: str, *arguments):
        return self.driver.execute_script(code, *arguments)

    def console(self) -> list[str]:
        """What was written to the console as an error since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]

    def picture(self, file: Path, whole: bool = False) -> None:
        clip = {}
        if whole:
            size = self.driver.execute_cdp_cmd("Page.getLayoutMetrics", {})["cssContentSize"]
            clip = {"captureBeyondViewport": True, "clip": {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 6000), "scale": 1}}
        data = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png", **clip})["data"]
        file.write_bytes(base64.b64decode(data))

    def pdf(self) -> bytes:
        return base64.b64decode(self.driver.execute_cdp_cmd("Page.printToPDF", {"printBackground": True, "paperWidth": 8.27, "paperHeight": 11.69})["data"])


def pages() -> list[str]:
    """All pages of the site."""
    return sorted(file.relative_to(SITE).as_posix() for file in SITE.rglob("*.html") if file.name != "404.html")


def json_of(name: str) -> dict:
    return json.loads((ROOT / name).read_text())
