"""Every chart shows what its figures say, stands in its README, and serves all readers. Nothing is drawn here."""
import json
import pathlib
import re
import shutil
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ET

from pictures.charts import __main__ as charts
from pictures.charts import place, plan
from pictures.charts.metadata import metadata_of

ROOT = pathlib.Path(__file__).resolve().parents[3]
SVG = "{http://www.w3.org/2000/svg}"
ALL = plan.all_charts(ROOT)


class Current(unittest.TestCase):
    def test_every_table_of_times_has_its_chart(self):
        tables = {path for readme in plan.readmes(ROOT) if readme.parent != ROOT
                  for path, _, _ in plan.gpu_tables(ROOT, readme)}
        self.assertGreaterEqual(len(tables), 40)
        self.assertEqual(tables, {chart.sources[0] for chart in ALL if chart.kind == "bars"})

    def test_paths_are_unique(self):
        self.assertEqual(len(ALL), len({chart.path for chart in ALL}))

    def test_charts_and_readmes_are_current(self):
        self.assertEqual(charts.update(ROOT, check=True, everything=False), [], "run scripts/charts")

    def test_the_figures_in_the_metadata_are_those_of_the_sources(self):
        # Not with figures.py: from the JSON's own rates.
        for chart in ALL:
            if chart.kind != "bars":
                continue
            metadata = metadata_of((ROOT / chart.path).read_text())
            versions = json.loads((ROOT / metadata["from"][0]).read_text())["versions"]
            self.assertEqual([row["version"] for row in metadata["data"]["rows"]], [v["version"] for v in versions])
            for row, version in zip(metadata["data"]["rows"], versions):
                self.assertEqual("rate" in row, "rate" in version, chart.path)
                if "rate" in row:
                    self.assertAlmostEqual(row["rate"] / version["rate"], 1, delta=1e-3, msg=chart.path)

    def test_efficiencies_are_those_that_were_measured(self):
        seen = 0
        for chart in (chart for chart in ALL if chart.kind == "gpus"):
            metadata = metadata_of((ROOT / chart.path).read_text())
            runs = [json.loads((ROOT / source).read_text()) for source in metadata["from"]]
            measured = {(s["weak"], v["version"], s["gpus"]): s["speedup"] / s["gpus"] for run in runs for v in run["versions"]
                        if (s := v.get("scaling"))}
            shown = {(panel["weak"], line["version"], gpus): percent / 100 for panel in metadata["data"]["panels"]
                     for line in panel["lines"] for gpus, percent in line["points"] if gpus > 1}
            self.assertEqual(shown.keys(), measured.keys(), chart.path)
            for key, efficiency in measured.items():
                self.assertAlmostEqual(shown[key], efficiency, delta=1e-3, msg=f"{chart.path}: {key}")
            seen += len(shown)
        self.assertGreaterEqual(seen, 13)

    def test_the_text_above_a_chart_of_sizes_names_the_version(self):
        # "The last version" would be wrong as soon as there is a newer one.
        for chart in (chart for chart in ALL if chart.kind == "sizes"):
            path = pathlib.PurePosixPath(chart.path)
            readme = (ROOT / path.parent.parent / "README.md").read_text()
            above = readme.split(f"<!-- picture: {path.name} -->")[0].rstrip().rpartition("\n\n")[2]
            self.assertNotIn("<!--", above, chart.path)  # but a text
            for line in chart.data["lines"]:
                if line["version"] != "lib":
                    self.assertRegex(above, rf"\b{line['version']}\b", chart.path)

    def test_each_figure_is_written_in_the_chart(self):
        for chart in ALL:
            if chart.kind == "bars":
                texts = {e.text for e in ET.parse(ROOT / chart.path).iter(SVG + "text")}
                for row in chart.data["rows"]:
                    self.assertIn(row["idea"], texts, chart.path)
                    if "rate" in row:
                        self.assertTrue(any(same(text, row["rate"]) for text in texts), f"{chart.path}: {row}")


def same(text: str, value: float) -> bool:
    try:
        return abs(float(text) / value - 1) < 1e-6
    except (TypeError, ValueError):
        return False


class ForAllReaders(unittest.TestCase):
    def test_form(self):
        for chart in ALL:
            root = ET.parse(ROOT / chart.path).getroot()
            with self.subTest(chart.path):
                self.assertEqual(root.get("role"), "img")
                self.assertLessEqual(float(root.get("viewBox").split()[2]), 720)
                for name in ("title", "desc", "metadata", "style"):
                    self.assertTrue((root.find(SVG + name).text or "").strip(), name)
                self.assertIn("prefers-color-scheme: dark", root.find(SVG + "style").text)

    def test_texts_are_texts_of_12_pixels_or_more(self):
        for chart in ALL:
            sizes = re.findall(r"font: (?:\w+ )*([\d.]+)px", (ROOT / chart.path).read_text())
            self.assertGreater(len(sizes), 5, chart.path)
            self.assertGreaterEqual(min(map(float, sizes)), 12, chart.path)

    def test_colours_are_properties(self):
        for chart in ALL:
            for element in ET.parse(ROOT / chart.path).iter():
                for part in element.get("style", "").split(";"):
                    self.assertNotRegex(part, r"^\s*(fill|stroke): #", chart.path)

    def test_identifiers_differ_between_charts(self):
        seen = {}
        for chart in ALL:
            for element in ET.parse(ROOT / chart.path).iter():
                if identifier := element.get("id"):
                    self.assertNotIn(identifier, seen, f"{chart.path} and {seen.get(identifier)}")
                    seen[identifier] = chart.path


class Stale(unittest.TestCase):
    """What the check is for: it notices each of these."""

    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)
        for folder in ("reduction", "results/nvidia-h200", "results/emulator", "results/gpu_constants", "results/pictures"):
            (self.root / folder).mkdir(parents=True)
        for file in ("results/nvidia-h200/reduce.json", "results/nvidia-h200/reduce_256Mi.json", "reduction/README.md",
                     "results/emulator/reduce.json", "results/README.md", "results/gpu_constants/nvidia-h200.json"):
            shutil.copy(ROOT / file, self.root / file)
        shutil.copytree(ROOT / "reduction/pictures", self.root / "reduction/pictures")
        chart = next(c for c in plan.all_charts(self.root) if c.kind == "roofline")
        text = (ROOT / chart.path).read_text()
        old = json.dumps(metadata_of(text), sort_keys=True)
        (self.root / chart.path).write_text(text.replace(old, json.dumps(chart.metadata(), sort_keys=True)))
        sizes = self.root / "reduction/pictures/sizes.svg"
        sizes.unlink(missing_ok=True)
        charts.update_readmes(self.root, plan.all_charts(self.root), check=False)
        self.assertEqual(self.check(), [])

    def check(self):
        return charts.update(self.root, check=True, everything=False)

    def test_another_rate(self):
        path = self.root / "results/nvidia-h200/reduce.json"
        run = json.loads(path.read_text())
        run["versions"][2]["rate"] *= 1.01
        path.write_text(json.dumps(run))
        self.assertEqual(self.check(), ["reduction/pictures/ladder.svg"])

    def test_a_missing_picture(self):
        (self.root / "reduction/pictures/ladder_256Mi.svg").unlink()
        self.assertEqual(self.check(), ["reduction/pictures/ladder_256Mi.svg"])

    def test_a_picture_too_many(self):
        (self.root / "reduction/pictures/ladder_1Gi.svg").write_text("<svg/>")
        self.assertEqual(self.check(), ["reduction/pictures/ladder_1Gi.svg"])

    def test_another_text_in_the_readme(self):
        readme = self.root / "reduction/README.md"
        readme.write_text(readme.read_text().replace("![Bars: ", "![Bar: ", 1))
        self.assertEqual(self.check(), ["reduction/README.md"])

    def test_a_missing_mark(self):
        readme = self.root / "reduction/README.md"
        readme.write_text(readme.read_text().replace("<!-- picture: ladder.svg -->", ""))
        self.assertIn("reduction/pictures/ladder.svg (no README has a mark for it)", self.check())

    def test_other_pictures_are_left_alone(self):
        text = "<!-- picture: v2_banks.svg -->\n![lanes](pictures/v2_banks.svg)\n<!-- end of picture -->"
        self.assertEqual(place.filled(text, "reduction", {}), text)


if __name__ == "__main__":
    sys.exit(unittest.main())
