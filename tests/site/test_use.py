"""What a user does with the site: differences, search, schemes, keyboard, paper."""
from __future__ import annotations

import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from browser import ROOT, Browser

LADDER = "ladders/reduction/index.html"
browser = Browser()
tearDownModule = browser.close


class Difference(unittest.TestCase):
    def test_of_v2_and_v3_shows_what_changed_and_nothing_else(self) -> None:
        old, new = ROOT / "reduction" / "v2_interleaved_strided.cu", ROOT / "reduction" / "v3_sequential.cu"
        lines = subprocess.run(["diff", "--minimal", str(old), str(new)], capture_output=True, text=True).stdout.splitlines()
        for width in (1600, 360):
            browser.size(width)
            browser.open(f"{LADDER}#v2-v3")
            for side, mark, word in (("old", "<", "removed"), ("new", ">", "added")):
                shown = browser.script("""
                    const part = document.getElementById("v2-v3").nextElementSibling
                    return [...part.querySelectorAll(`.${arguments[0]} .l code`)].filter(line => line.checkVisibility()).map(line => line.textContent)
                    """, side)
                wanted = [line[2:] for line in lines if line.startswith(mark)]
                self.assertEqual([line.removeprefix(f"{word}: ").rstrip() for line in shown], [line.rstrip() for line in wanted], f"{side} at {width}")

    def test_stands_side_by_side_only_where_there_is_room(self) -> None:
        places = []
        for width in (1600, 360):
            browser.size(width)
            browser.open(LADDER)
            places.append(browser.script("""
                const hunk = document.getElementById("v2-v3").nextElementSibling.querySelector(".hunk.changed")
                const [left, right] = [...hunk.children].map(side => side.getBoundingClientRect())
                return [Math.abs(left.top - right.top) < 1, right.top >= left.bottom - 1]"""))
        self.assertEqual(places, [[True, False], [False, True]])


class Search(unittest.TestCase):
    def test_finds_bank_conflict(self) -> None:
        browser.size(1600)
        browser.open("index.html")
        field = browser.driver.find_element(By.CSS_SELECTOR, ".md-search__input")
        field.click()
        field.send_keys("bank conflict")
        found = WebDriverWait(browser.driver, 30).until(lambda driver: driver.find_elements(By.CSS_SELECTOR, ".md-search-result__link"))
        links = [link.get_attribute("href") for link in found]
        self.assertTrue(any("/ladders/" in link for link in links), links)
        text = browser.script("return document.querySelector('.md-search-result__list').textContent").lower()
        self.assertRegex(text, r"bank\s+conflict")
        self.assertEqual(browser.console(), [])


class Schemes(unittest.TestCase):
    def colours(self) -> list[str]:
        return browser.script("""const style = getComputedStyle(document.body)
            return [document.body.dataset.mdColorScheme, style.getPropertyValue("--paper").trim(), style.backgroundColor]""")

    def test_follow_the_system_and_the_switch(self) -> None:
        browser.size(1600)
        browser.driver.execute_script("try { localStorage.clear() } catch {}")
        browser.scheme("dark")
        browser.open(LADDER)
        self.assertEqual(self.colours(), ["slate", "#0d1117", "rgb(13, 17, 23)"])
        browser.scheme("light")
        browser.open(LADDER)
        self.assertEqual(self.colours(), ["default", "#ffffff", "rgb(255, 255, 255)"])
        for wanted in ("default", "slate"):
            next(one for one in browser.driver.find_elements(By.CSS_SELECTOR, "[data-md-component=palette] label") if one.is_displayed()).click()
            self.assertEqual(self.colours()[0], wanted)
        browser.script("localStorage.clear()")

    def test_pictures_follow_the_page(self) -> None:
        browser.open(LADDER)
        for scheme in ("dark", "light"):
            browser.scheme(scheme)
            browser.open(LADDER)
            papers = browser.script("""return [...document.querySelectorAll(".picture svg")].map(svg => getComputedStyle(svg).getPropertyValue("--paper").trim())""")
            self.assertTrue(all(paper == self.colours()[1] for paper in papers), papers)


class Keyboard(unittest.TestCase):
    # What a mouse can press and is in sight.
    REACHABLE = """
        window.reachable = [...document.querySelectorAll("a[href], button, summary, input, [tabindex='0'], [role=button]")]
            .filter(one => one.checkVisibility({visibilityProperty: true, opacityProperty: false}) && one.getClientRects().length
                           && !one.closest("[hidden], [inert]") && !one.disabled
                           && !one.matches("input[type=radio], input[type=checkbox]")
                           && !one.matches(".md-search [type=reset]")  // keys empty the field without it
                           && getComputedStyle(one).visibility != "hidden" && one.getBoundingClientRect().width > 0)
        window.focused = new Set()
        window.outside = []
        addEventListener("focusin", event => {
            focused.add(event.target)
            const place = event.target.getBoundingClientRect()
            if (place.width && (place.right <= 0 || place.left >= innerWidth)) outside.push(event.target.outerHTML.slice(0, 120))
        })
        return reachable.length"""

    def tab(self) -> None:
        for kind in ("keyDown", "keyUp"):
            browser.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": kind, "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9})

    def test_reaches_everything(self) -> None:
        for page in ("index.html", LADDER, "lab/reduce_bank_conflicts/index.html"):
            for width in (1600, 360):
                browser.size(width)
                browser.open(page)
                count = browser.script(self.REACHABLE)
                self.assertGreater(count, 15)
                for _ in range(count + 40):
                    self.tab()
                self.assertEqual(browser.script("return outside"), [], f"{page} at {width}: these are focused, but out of sight")
                missed = browser.script("return reachable.filter(one => !focused.has(one) && one.checkVisibility()).map(one => one.outerHTML.slice(0, 120))")
                self.assertEqual(missed, [], f"{page} at {width}")

    def test_opens_the_menu_the_search_and_folds(self) -> None:
        browser.size(360)
        browser.open(LADDER)
        active = browser.driver.switch_to.active_element
        menu = browser.driver.find_element(By.CSS_SELECTOR, ".md-header__button[for=__drawer]")
        menu.send_keys(Keys.ENTER)
        self.assertTrue(browser.script("return document.getElementById('__drawer').checked"), active)
        menu.send_keys(Keys.SPACE)
        self.assertFalse(browser.script("return document.getElementById('__drawer').checked"))
        search = next(one for one in browser.driver.find_elements(By.CSS_SELECTOR, ".md-header__button[for=__search]") if one.is_displayed())
        search.send_keys(Keys.ENTER)
        self.assertTrue(browser.script("return document.getElementById('__search').checked"))
        browser.open(LADDER)
        fold = browser.driver.find_element(By.CSS_SELECTOR, ".difference summary")
        fold.send_keys(Keys.ENTER)
        self.assertTrue(browser.script("return arguments[0].parentElement.open", fold))


class Paper(unittest.TestCase):
    def test_a_ladder_is_printed_whole(self) -> None:
        browser.size(1600)
        browser.scheme("light")
        browser.open(LADDER)
        with tempfile.TemporaryDirectory() as folder:
            pdf = Path(folder) / "reduction.pdf"
            pdf.write_bytes(browser.pdf())
            text = subprocess.run(["pdftotext", "-layout", str(pdf), "-"], capture_output=True, text=True, check=True).stdout
        sheets = text.rstrip("\f").split("\f")
        self.assertGreater(len(sheets), 8)
        for number, sheet in enumerate(sheets, 1):
            self.assertGreater(len(sheet.split()), 5, f"page {number} is empty")
        squeezed = re.sub(r"\s", "", text)
        for file in sorted((ROOT / "reduction").glob("v*.cu")):
            for line in file.read_text().splitlines():
                words = line.split()
                self.assertIn(words[0] if words else "", text, f"{file.name}: {line}")
            last = "".join(file.read_text().strip().splitlines()[-1].split())
            self.assertIn(last, squeezed, f"the end of {file.name}")


if __name__ == "__main__":
    unittest.main()
