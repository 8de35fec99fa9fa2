"""The charts as they are drawn, from made-up figures in a temporary folder. 77 (skipped) without matplotlib."""
import json
import pathlib
import shutil
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ET

try:
    import matplotlib  # noqa: F401
except ModuleNotFoundError:
    print("no matplotlib: skipped")
    sys.exit(77)

import made_up
import pictures.charts.gpus
import pictures.charts.ladder_bars
import pictures.charts.roofline
import pictures.charts.sizes
from pictures import charts as charts_module
from pictures.charts import __main__ as charts
from pictures.charts import figures, plan, roofline, words
from pictures.charts.metadata import metadata_of

ROOT = pathlib.Path(__file__).resolve().parents[3]
SVG = "{http://www.w3.org/2000/svg}"
README = """# reduce

<!-- table: results/made-up/reduce.json -->
<!-- end of table -->

<!-- picture: ladder.svg -->
<!-- end of picture -->

<!-- picture: sizes.svg -->
<!-- end of picture -->
"""


class Drawn(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)
        (self.root / "reduction").mkdir()
        (self.root / "reduction/README.md").write_text(README)
        sizes = self.root / "results/made-up/sizes"
        sizes.mkdir(parents=True)
        (self.root / "results/README.md").write_text("<!-- picture: roofline_made-up.svg -->\n<!-- end of picture -->\n")
        versions = [made_up.version("v1", 1e-3, 1 << 20), {"version": "v2", "idea": "a race", "status": "WRONG as meant"},
                    made_up.version("v3", 1e-5, 1 << 20), made_up.version("lib", 2e-5, 1 << 20, "CUB")]
        self.write("results/made-up/reduce.json", made_up.run("reduce", versions))
        self.write("results/made-up/sizes/reduce.json", made_up.sweep())
        self.paths = charts.update(self.root, check=False, everything=False)

    def write(self, path, value):
        (self.root / path).write_text(json.dumps(value))

    def texts(self, path):
        return [e.text for e in ET.parse(self.root / path).iter(SVG + "text")]

    def test_all_are_drawn_and_placed(self):
        self.assertEqual(self.paths, ["reduction/pictures/ladder.svg", "reduction/pictures/sizes.svg",
                                      "results/pictures/roofline_made-up.svg", "reduction/README.md", "results/README.md"])
        self.assertEqual(charts.update(self.root, check=True, everything=False), [])
        readme = (self.root / "reduction/README.md").read_text()
        self.assertIn("](pictures/ladder.svg)\n", readme)
        self.assertIn("16Ki, 948.3 at 256Mi; the library, idea of lib: ", readme)

    def test_bars(self):
        texts = self.texts("reduction/pictures/ladder.svg")
        for text in ("reduce on MADE-UP GPU", "n = some", "8.389", "838.9", "419.4", "100", "wrong, as it is meant to be",
                     "CUB: 419.4 GB/s", "peak of the memory: 1000 GB/s"):
            self.assertIn(text, texts)

    def test_sizes(self):
        texts = self.texts("reduction/pictures/sizes.svg")
        for text in ("16Ki", "64Ki", "256Mi", "v6, idea of v6", "the library, idea of lib", "peak of the memory: 1000"):
            self.assertIn(text, texts)
        lines = metadata_of((self.root / "reduction/pictures/sizes.svg").read_text())["data"]["lines"]
        self.assertEqual([len(line["points"]) for line in lines], [8, 8])

    def test_roofline(self):
        svg = (self.root / "results/pictures/roofline_made-up.svg").read_text()
        self.assertIn("<title>reduce v3: 209.7 Goperation/s</title>", svg)
        data = metadata_of(svg)["data"]
        self.assertEqual([p["version"] for p in data["ladders"][0]["points"]], ["v1", "v3", "lib"])
        self.assertEqual(data["ladders"][0]["points"][0]["intensity"], 0.25)
        self.assertNotIn("measured", data)

    def test_two_runs_give_the_same_bytes(self):
        paths = [chart.path for chart in plan.all_charts(self.root)]
        before = [(self.root / path).read_bytes() for path in paths]
        charts.update(self.root, check=False, everything=True)
        self.assertEqual(before, [(self.root / path).read_bytes() for path in paths])

    def test_a_chart_without_figures_goes(self):
        (self.root / "results/made-up/sizes/reduce.json").unlink()
        charts.update(self.root, check=False, everything=False)
        self.assertFalse((self.root / "reduction/pictures/sizes.svg").exists())
        self.assertIn("<!-- picture: sizes.svg -->\n<!-- end of picture -->", (self.root / "reduction/README.md").read_text())


def texts_of(figure):
    """(text, box in pixels, rotation) of all that the figure writes."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.text import Text
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    hidden = {label for axes in figure.axes for axis in (axes.xaxis, axes.yaxis) for label in labels_beyond(axis)}
    return [(text.get_text(), text.get_window_extent(canvas.get_renderer()), text.get_rotation())
            for text in figure.findobj(Text) if text.get_visible() and text.get_text().strip() and text not in hidden]


def labels_beyond(axis) -> list:
    """The texts of ticks beyond the axis's ends: they are not drawn."""
    low, high = sorted(axis.get_view_interval())
    ticks = axis.get_major_ticks() + axis.get_minor_ticks()
    return [label for tick in ticks if not low * 0.999 <= tick.get_loc() <= high * 1.001 for label in (tick.label1, tick.label2)]


class Layout(unittest.TestCase):
    """The charts of the stored figures, with the wide letters of DejaVu Sans: nothing overlaps, nothing is cut off."""

    def test_of_all_charts(self):
        kinds = {"bars": charts_module.ladder_bars, "sizes": charts_module.sizes, "gpus": charts_module.gpus,
                 "roofline": charts_module.roofline}
        for chart in plan.all_charts(ROOT):
            figure = kinds[chart.kind].draw(chart.data)
            width, height = (72 * inches for inches in figure.get_size_inches())
            texts = texts_of(figure)
            self.assertGreater(len(texts), 8, chart.path)
            for i, (text, box, rotation) in enumerate(texts):
                inside = box.x0 >= 0 and box.y0 >= 0 and box.x1 <= width and box.y1 <= height
                self.assertTrue(inside, f"{chart.path}: '{text}' is cut off")
                for other, other_box, other_rotation in texts[:i]:
                    if rotation == other_rotation == 0 or rotation != other_rotation:
                        self.assertFalse(box.overlaps(other_box), f"{chart.path}: '{text}' lies over '{other}'")

    def test_it_notices_an_overlap(self):
        data = next(chart.data for chart in plan.all_charts(ROOT) if chart.kind == "bars")
        row = dict(data["rows"][0], idea="an idea that takes far more room than there is, " * 2)
        texts = texts_of(charts_module.ladder_bars.draw(data | {"rows": [row]}))
        idea = next(box for text, box, _ in texts if text == row["idea"])
        self.assertTrue(any(box.overlaps(idea) for text, box, _ in texts if text != row["idea"]))  # the rate in the same row


class Parts(unittest.TestCase):
    def test_names_keep_their_distance_and_stay_near(self):
        self.assertEqual(roofline.spread([10, 100], 20), [10, 100])
        self.assertEqual(roofline.spread([100, 100, 100], 20), [80, 100, 120])
        places = roofline.spread([0, 1, 2, 50, 51, 300], 20)
        self.assertTrue(all(b - a >= 20 - 1e-9 for a, b in zip(places, places[1:])), places)
        self.assertEqual(places[-1], 300)

    def test_numbers(self):
        self.assertEqual([words.plain(x) for x in (66908.2, 1000, 324.52, 12.0, 0.04571, 0.0001817)],
                         ["66908", "1000", "324.5", "12", "0.04571", "0.0001817"])
        self.assertEqual([words.size_text(x) for x in (64, 4096, 1 << 20, 3 << 29, 1000)], ["64", "4Ki", "1Mi", "1536Mi", "1000"])

    def test_a_limit_that_depends_on_the_size_is_no_line(self):
        sweep = made_up.sweep()
        self.assertEqual(figures.sizes(sweep)["limit"], 1000)
        sweep["runs"][0]["run"]["versions"][0]["share_of_peak"] *= 2
        self.assertNotIn("limit", figures.sizes(sweep))


if __name__ == "__main__":
    sys.exit(unittest.main())
