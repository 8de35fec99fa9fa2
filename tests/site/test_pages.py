"""Every page opens in a real browser without an error, and fits at every width."""
from __future__ import annotations

import unittest

from browser import Browser, pages

browser = Browser()
tearDownModule = browser.close

# Boxes that are wider inside than outside. The page itself may not be one of them.
OVERFLOW = """
const page = document.documentElement
const wide = page.scrollWidth > page.clientWidth ? `the page: ${page.scrollWidth} > ${page.clientWidth}` : ""
const unreachable = [...document.querySelectorAll(".md-content *")].filter(box => box.scrollWidth > box.clientWidth + 1 && box.clientWidth > 1
    && ["auto", "scroll"].includes(getComputedStyle(box).overflowX) && box.tabIndex < 0 && box.checkVisibility())
return [wide, unreachable.map(box => box.tagName + "." + box.className)]
"""


class EveryPage(unittest.TestCase):
    def test_opens_without_errors_and_fits(self) -> None:
        self.assertGreater(len(pages()), 60)
        for page in pages():
            browser.size(1600)
            browser.open(page)
            for width in (1600, 800, 360):
                browser.size(width)
                browser.script("return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
                wide, unreachable = browser.script(OVERFLOW)
                self.assertEqual(wide, "", f"{page} at {width}")
                self.assertEqual(unreachable, [], f"{page} at {width}: these boxes scroll, but cannot be focused")
            self.assertEqual(browser.console(), [], page)


if __name__ == "__main__":
    unittest.main()
