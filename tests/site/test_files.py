"""What can be seen in the files of the site, without a browser."""
from __future__ import annotations

import re
import sys
import unittest
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from browser import ROOT, SITE, json_of, pages

sys.path.insert(0, str(ROOT / "lab"))
from tool import ladders  # noqa: E402

MEGABYTE = 1_000_000
LINES = {"td", "tr", "div", "p", "li", "pre"}  # end with a line's end
PICTURES = {".svg", ".png", ".jpg"}


class Page(HTMLParser):
    """Links, anchors and figures of a page."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.figures: list[dict] = []
        self.inside: dict | None = None
        self.text: list[str] = []
        self.feed((SITE / name).read_text())

    def handle_starttag(self, tag: str, attrs: list) -> None:
        values = dict(attrs)
        self.links += [values[key] for key in ("href", "src") if values.get(key)]
        if "id" in values:
            self.ids.append(values["id"])
        if tag == "data":
            self.inside = {"value": values["value"], "from": values["data-from"], "at": values["data-at"], "text": ""}
            self.figures.append(self.inside)

    def handle_endtag(self, tag: str) -> None:
        if tag == "data":
            self.inside = None
        elif tag in LINES:
            self.text.append("\n")

    def handle_data(self, data: str) -> None:
        self.text.append(data)
        if self.inside is not None:
            self.inside["text"] += data


@cache
def page(name: str) -> Page:
    return Page(name)


def look_up(data, place: str) -> float:
    for part in place.split("/"):
        data = data[int(part)] if isinstance(data, list) else data[part]
    return float(data)


def shown_value(text: str) -> tuple[float, list[float]]:
    """The number that a reader sees, and by what the value may have been multiplied for its unit."""
    number = float(re.search(r"[\d\u202f.]+", text)[0].replace("\u202f", ""))
    unit = text.rpartition(" ")[2] if " " in text else ""
    return number, {"us": [1e6], "ms": [1e3], "s": [1], "%": [100]}.get(unit, [1, 1e-9, 1e-12])


class FilesTest(unittest.TestCase):
    def test_every_link_and_anchor_exists(self) -> None:
        checked = 0
        for name in pages():
            for link in page(name).links:
                parts = urlsplit(link)
                if parts.scheme in ("http", "https", "mailto", "data"):
                    continue
                self.assertFalse(parts.scheme or link.startswith("/"), f"{name}: {link} is not relative")
                target = (SITE / name).parent / unquote(parts.path) if parts.path else SITE / name
                target = target.resolve()
                self.assertTrue(target.is_file(), f"{name}: {link} leads to no file")
                if parts.fragment and target.suffix == ".html":
                    there = page(target.relative_to(SITE).as_posix()).ids
                    self.assertIn(unquote(parts.fragment), there, f"{name}: {link}")
                checked += 1
        self.assertGreater(checked, 1000)

    def test_ids_are_unique(self) -> None:
        for name in pages():
            ids = page(name).ids
            self.assertEqual(len(ids), len(set(ids)), f"{name}: {sorted(i for i in set(ids) if ids.count(i) > 1)[:5]}")

    def test_every_figure_is_that_of_its_json(self) -> None:
        seen = 0
        for name in pages():
            for figure in page(name).figures:
                data = json_of(figure["from"])
                above, _, below = figure["at"].partition(" / ")
                value = look_up(data, above) / (look_up(data, below) if below else 1)
                self.assertAlmostEqual(float(figure["value"]), value, delta=1e-12 * abs(value), msg=f"{name}: {figure}")
                shown, factors = shown_value(figure["text"])
                rounding = 0.501 * 10 ** -len(figure["text"].partition(" ")[0].partition(".")[2]) if "." in figure["text"] else 0.501
                self.assertTrue(any(abs(shown - value * factor) <= max(rounding, 0.0051 * abs(shown)) for factor in factors),
                                f"{name}: {figure} shows another value than {value}")
                seen += 1
        self.assertGreater(seen, 1000)

    def test_counts_stand_beside_the_lines_that_were_counted(self) -> None:
        seen, folders = 0, {name: ladder.folder for name, ladder in ladders.in_project(ROOT).items()}
        for file in sorted((ROOT / "results" / "emulator").glob("*.json")):
            run = json_of(file.relative_to(ROOT).as_posix())
            for version in run["versions"]:
                for entry in version.get("counters", {}).get("lines", []):
                    if "text" not in entry:
                        continue
                    source = folders[run["program"]] / entry["file"]
                    same = [line for line in source.read_text().splitlines() if line.strip() == entry["text"]]
                    self.assertGreater(len(same), entry["occurrence"], f"{file.name}: {entry['file']} has changed: scripts/measure counts anew")
                    seen += 1
        self.assertGreater(seen, 500)
        rows = re.findall(r'<tr id="v3-line-27" class=counted>.*?</tr>', (SITE / "ladders" / "reduction" / "index.html").read_text())
        self.assertIn("partial", rows[0])
        self.assertIn("shared load", rows[0])

    def test_needs_no_network_and_no_large_file(self) -> None:
        for file in SITE.rglob("*"):
            if file.is_file() and file.suffix not in PICTURES:
                self.assertLessEqual(file.stat().st_size, MEGABYTE, file)
        for name in pages():
            html = (SITE / name).read_text()
            for tag in re.findall(r"<(?:script|link|img|iframe|source)\b[^>]*>", html):
                self.assertNotRegex(tag, r"(?:src|href)=[\"']?(?:https?:)?//", name)
            self.assertNotIn(str(ROOT), html, name)

    def test_holds_no_solution(self) -> None:
        everywhere = {name: set(squeezed("".join(page(name).text))) for name in pages()}
        public = {line for file in ROOT.glob("*/*.cu") for line in squeezed(file.read_text())}
        public |= {line for file in ROOT.glob("*/*/*.cu") for line in squeezed(file.read_text())}
        public |= {line for pattern in ("task.md", "start.cu", "start.toml") for file in (ROOT / "lab" / "exercises").glob(f"*/{pattern}")
                   for line in squeezed(file.read_text())}
        checked = 0
        for solution in sorted((ROOT / "lab" / "exercises").glob("*/solution.*")):
            own = set(squeezed(solution.read_text())) - public
            for name, lines in everywhere.items():
                if solution.parent.name not in name:
                    continue
                self.assertFalse(own & lines, f"{name} shows lines of {solution}")
                checked += len(own)
        self.assertGreater(checked, 60)
        for name in pages():
            self.assertNotIn("wrong.toml", (SITE / name).read_text() if name.startswith("lab/") and name.count("/") == 2 else "")

    def test_all_pages_are_there(self) -> None:
        wanted = {"index.html", "course/index.html", "roofline/index.html", "results/index.html", "results/nvidia-h200/index.html",
                  "results/emulator/index.html", "emulator/index.html", "lab/index.html", "lab/grading.html", "ladders/reduction/index.html"}
        wanted |= {f"lab/{folder.parent.name}/index.html" for folder in (ROOT / "lab" / "exercises").glob("*/exercise.toml")}
        wanted |= {f"ladders/{ladder.folder.relative_to(ROOT).as_posix()}/index.html" for ladder in ladders.in_project(ROOT).values()}
        self.assertFalse(wanted - set(pages()))


def squeezed(text: str) -> list[str]:
    """Lines of code that say something, without blanks."""
    return [line for line in ("".join(one.split()) for one in text.splitlines()) if len(line) > 15]


if __name__ == "__main__":
    unittest.main()
