"""Every figure in a chart's data is that of its JSON file, and the chart in the page is the one of the repository."""
from __future__ import annotations

import json
import re
import unittest
from html import unescape

from browser import ROOT, SITE, json_of, pages


def data_of(svg: str) -> dict | None:
    found = re.search(r"<metadata>(.*?)</metadata>", svg, re.S)
    return json.loads(unescape(found[1])) if found else None


def charts() -> list[tuple[str, str, dict]]:
    """Page, name and data of each picture that the pages show."""
    found = []
    for page in pages():
        html = (SITE / page).read_text()
        for name, svg in re.findall(r'<figure class="picture"[^>]*data-picture="([^"]+)".*?(<svg\b.*?</svg>)\s*</div>\s*</figure>', html, re.S):
            found.append((page, name, data_of(svg)))
    return found


class ChartsTest(unittest.TestCase):
    def close(self, shown: float, value: float, where: str) -> None:
        """Four significant digits are shown."""
        self.assertLessEqual(abs(shown - value), 0.0005001 * abs(value), where)

    def version(self, run: dict, name: str) -> dict:
        return next(v for v in run["versions"] if v["version"] == name)

    def check_bars(self, page: str, data: dict, run: dict) -> int:
        for row in data["rows"]:
            version = self.version(run, row["version"])
            self.assertEqual("rate" in row, "gpu_seconds" in version, f"{page}: {row}")
            if "rate" in row:
                self.close(row["rate"], version["rate"], f"{page}: {row}")
        self.assertEqual(len(data["rows"]), len(run["versions"]), page)
        return len(data["rows"])

    def check_sizes(self, page: str, data: dict, sweep: dict) -> int:
        rates = {(entry["program"].rpartition("_")[2], entry["size"]): entry["run"]["versions"][0].get("rate") for entry in sweep["runs"]}
        for line in data["lines"]:
            for size, rate in line["points"]:
                self.close(rate, rates[line["version"], size], f"{page}: {line['version']} at {size}")
        return sum(len(line["points"]) for line in data["lines"])

    def check_roofline(self, page: str, data: dict, runs: list[dict]) -> int:
        count = 0
        for entry in data["ladders"]:
            run = next(run for run in runs if run.get("program") == entry["ladder"] and run["input"] == entry["input"])
            for point in entry["points"]:
                version = self.version(run, point["version"])
                self.close(point["gops"], version["operations"] / version["gpu_seconds"] / 1e9, f"{page}: {entry['ladder']} {point}")
                self.close(point["intensity"], version["operations"] / version["bytes"], f"{page}: {entry['ladder']} {point}")
                count += 1
        return count

    def test_figures_are_those_of_the_json(self) -> None:
        count = 0
        for page, name, found in charts():
            self.assertIsNotNone(found, f"{page}: {name} says nothing of its data")
            sources = [json_of(file) for file in found["from"] if file.endswith(".json")]
            data = found["data"]
            if "rows" in data:
                count += self.check_bars(page, data, sources[0])
            elif "lines" in data and sources:
                count += self.check_sizes(page, data, sources[0])
            elif "ladders" in data:
                count += self.check_roofline(page, data, sources)
        self.assertGreater(count, 300)

    def test_all_charts_are_shown(self) -> None:
        shown = {name for _, name, _ in charts()}
        there = {file.name for readme in ROOT.glob("*/README.md") for file in readme.parent.glob("pictures/*.svg")
                 if f"](pictures/{file.name})" in readme.read_text()}
        self.assertFalse(there - shown)
        self.assertGreater(len(charts()), 20)
        for page, name, data in charts():
            file = next(file for file in ROOT.glob(f"*/pictures/{name}") if data_of(file.read_text()) == data)
            self.assertTrue(file.exists(), f"{page}: {name}")


if __name__ == "__main__":
    unittest.main()
