"""axe-core on a page of each kind, in the light and in the dark scheme."""
from __future__ import annotations

import time
import unittest

from axe_core_python.base import AXE_SCRIPT

from browser import Browser

browser = Browser()
tearDownModule = browser.close

LADDER = "ladders/coalescing/vecadd/index.html"
KINDS = ["index.html", "ladders/index.html", LADDER, "ladders/coalescing/index.html", "course/index.html", "lab/layout_places/index.html",
         "results/emulator/index.html", "roofline/index.html", "emulator/index.html"]
NARROW = ["index.html", LADDER]  # the menu and the search are others there
DARK = ["index.html", LADDER, "course/index.html", "lab/layout_places/index.html", "roofline/index.html"]

RUN = """
const done = arguments[1]
axe.run({resultTypes: ["violations"], ...(arguments[0] ? {runOnly: [arguments[0]]} : {})}).then(
    result => done(result.violations.filter(one => ["serious", "critical"].includes(one.impact)).map(
        one => `${one.id}: ${one.nodes.length} times, first ${one.nodes[0].html.slice(0, 200)} ${one.nodes[0].failureSummary}`)))
"""


class Accessibility(unittest.TestCase):
    def violations(self, page: str, width: int, scheme: str, rule: str = "") -> list[str]:
        browser.scheme(scheme)
        browser.size(width)
        browser.open(page)
        time.sleep(0.3)  # the theme's header fades in
        browser.script(AXE_SCRIPT)
        return [f"{page}, {width}, {scheme}: {one}" for one in browser.driver.execute_async_script(RUN, rule)]

    def test_nothing_serious(self) -> None:
        found = [one for page in KINDS for one in self.violations(page, 1600, "light")]
        found += [one for page in NARROW for one in self.violations(page, 360, "light")]
        self.assertEqual(found, [], "\n".join(found))

    def test_contrast_in_the_dark(self) -> None:
        """The other rules do not depend on the scheme."""
        found = [one for page in DARK for one in self.violations(page, 1600, "dark", "color-contrast")]
        self.assertEqual(found, [], "\n".join(found))


if __name__ == "__main__":
    unittest.main()
