"""Known patterns: what their pictures say and where their lines end."""
import json
import re
import unittest
import xml.etree.ElementTree as ET
from pathlib import Path

from pictures import access_map, choose, panel, timeline
from pictures.svg import NAMESPACE, WIDTH, metadata_of
from samples import barrier, read, request, trace as sample

LANES = range(32)


def picture(records: list[dict], space: str = "global", base: int = 0, wish: choose.Wish = choose.Wish()) -> str:
    group, _ = choose.choose_group(read(sample(records, space, base)), wish)
    return panel.draw("sample", [panel.Panel("sample", [], "sample.cu", "line", choose.choose_request(group, wish), "sample_kernel", False)])


def texts(svg: str) -> list[str]:
    return [element.text for element in ET.fromstring(svg).iter(f"{{{NAMESPACE}}}text")]


def ends(svg: str) -> list[int]:
    """Over which columns (banks) the lines from lanes 0, 1, ... end."""
    shape = access_map.FULL
    paths = [element.get("d") for element in ET.fromstring(svg).iter(f"{{{NAMESPACE}}}path")]
    return [round((float(d.split()[-2]) - shape.left) / shape.unit - 0.5) for d in paths]


def boxes(svg: str, css: str) -> list[ET.Element]:
    return [e for e in ET.fromstring(svg).iter(f"{{{NAMESPACE}}}rect") if e.get("class") == css]


class Shared(unittest.TestCase):
    def shows(self, offsets: list[int], cost: int, figure: str, banks: list[int], **more) -> str:
        svg = picture([request(offsets, cost, more.pop("ideal", 1), "shared", **more)], "shared")
        self.assertIn(figure, texts(svg))
        self.assertEqual(ends(svg), banks)
        return svg

    def test_stride_1_has_no_conflict(self):
        svg = self.shows([4 * lane for lane in LANES], 1, "No bank conflict: 1 wavefront", list(LANES))
        self.assertEqual(boxes(svg, "map-hot"), [])

    def test_stride_2_puts_two_lanes_on_every_second_bank(self):
        svg = self.shows([8 * lane for lane in LANES], 2, "2 lanes on each of 16 banks: 2 wavefronts, 1 would do",
                         [2 * lane % 32 for lane in LANES])
        self.assertEqual(texts(svg).count("2"), 16 + 3)  # words per bank; and lane 2, bank 2, the word of lane 2
        self.assertIn("word 32", texts(svg))

    def test_stride_32_puts_all_lanes_on_bank_0(self):
        svg = self.shows([128 * lane for lane in LANES], 32, "32 lanes on bank 0: 32 wavefronts, 1 would do", [0] * 32)
        self.assertIn("… 15 more rows …", texts(svg))

    def test_half_a_warp_on_one_bank_names_the_bank(self):
        self.shows([128 * lane + 12 for lane in range(16)], 16, "16 lanes on bank 3: 16 wavefronts, 1 would do", [3] * 16)

    def test_reversed_has_no_conflict(self):
        self.shows([4 * (31 - lane) for lane in LANES], 1, "No bank conflict: 1 wavefront", [31 - lane for lane in LANES])

    def test_broadcast_is_one_word(self):
        svg = self.shows([20] * 32, 1, "One word for 32 lanes (broadcast): 1 wavefront", [5] * 32)
        self.assertEqual(len(list(ET.fromstring(svg).iter(f"{{{NAMESPACE}}}circle"))), 2)  # the word, and the legend's

    def test_the_array_begins_where_its_base_says(self):
        svg = picture([request([4 * lane for lane in LANES], 1, 1, "shared")], "shared", base=8)
        self.assertEqual(ends(svg), [(lane + 2) % 32 for lane in LANES])

    def test_wide_loads_are_shown_in_their_middle(self):
        svg = picture([request([8 * lane for lane in range(16)], 1, 1, "shared", size=8)], "shared")
        self.assertEqual(texts(svg).count("7"), 2 + 2)  # lane 7, bank 7, and both words of lane 7
        self.assertIn("No bank conflict: 1 wavefront", texts(svg))

    def test_a_part_of_the_lanes_at_a_time_has_conflicts_of_its_own(self):
        svg = picture([request([32 * (lane % 16) for lane in LANES], 8, 4, "shared", size=16)], "shared")
        self.assertIn("8 wavefronts, 4 would do", texts(svg))  # lanes 0 and 4 of 8 meet in bank 0
        self.assertEqual(len(boxes(svg, "map-hot")), 16 + 4 * 16 + 1)  # banks, words, legend

    def test_different_constants_are_served_one_after_the_other(self):
        svg = picture([request([4 * (lane % 3) for lane in LANES], 3, 1, "constant")], "constant")
        self.assertIn("3 addresses: 3 wavefronts, 1 would do", texts(svg))
        self.assertEqual(len(boxes(svg, "map-hot")), 3 + 1)

    def test_atomics_pile_up_over_their_bank(self):
        svg = self.shows([0, 0, 0, 128, 4], 4, "4 lanes on bank 0: 4 wavefronts, 1 would do", [0, 0, 0, 0, 1], op="atomic")
        self.assertEqual(len([b for b in boxes(svg, "map-hot")]), 1 + 4 + 1)  # the bank, its lanes, the legend's


class Global(unittest.TestCase):
    def figure(self, offsets: list[int], cost: int, ideal: int, base: int = 0, **more) -> tuple[str, str]:
        svg = picture([request(offsets, cost, ideal, **more)], base=base)
        return svg, next(text for text in texts(svg) if "sector" in text and text != "sector")

    def sectors(self, svg: str) -> int:
        return len([box for box in boxes(svg, "map-box") if float(box.get("height")) == 24])

    def test_stride_1_is_as_few_sectors_as_possible(self):
        svg, figure = self.figure([4 * lane for lane in LANES], 4, 4)
        self.assertEqual((figure, self.sectors(svg)), ("4 sectors for 128 bytes: as few as possible", 4))
        self.assertNotIn("url(#", svg)  # nothing is hatched, as nothing is wasted
        self.assertEqual(ends(svg), list(LANES))

    def test_misaligned_takes_one_more(self):
        svg, figure = self.figure([4 * lane + 4 for lane in LANES], 5, 4)
        self.assertEqual((figure, self.sectors(svg)), ("5 sectors, 4 would do", 5))
        self.assertIn("url(#sample-hatch)", svg)
        self.assertEqual([text for text in texts(svg) if text in ("0", "32", "64", "96", "128")][-5:], ["0", "128", "32", "64", "96"])

    def test_an_array_that_begins_within_a_sector_is_misaligned(self):
        svg, _ = self.figure([4 * lane for lane in LANES], 5, 4, base=16)
        self.assertEqual(self.sectors(svg), 5)
        self.assertIn("−16", texts(svg))

    def test_strides_2_and_32(self):
        self.assertEqual(self.sectors(self.figure([8 * lane for lane in LANES], 8, 4)[0]), 8)
        svg, figure = self.figure([128 * lane for lane in LANES], 32, 4)
        self.assertEqual((figure, self.sectors(svg)), ("32 sectors, 4 would do", 32))

    def test_reversed_costs_nothing(self):
        svg, figure = self.figure([4 * (31 - lane) for lane in LANES], 4, 4)
        self.assertEqual((figure, ends(svg)), ("4 sectors for 128 bytes: as few as possible", [31 - lane for lane in LANES]))

    def test_one_word_for_all_is_one_sector(self):
        svg, figure = self.figure([64] * 32, 1, 1)
        self.assertEqual((figure, self.sectors(svg), len(set(ends(svg)))), ("1 sector for 4 bytes: as few as possible", 1, 1))

    def test_random_places(self):
        offsets = [(lane * 7919 + 13) % 1009 * 4 for lane in LANES]
        touched = len({offset // 32 for offset in offsets})
        svg, figure = self.figure(offsets, touched, 4)
        self.assertEqual((figure, self.sectors(svg)), (f"{touched} sectors, 4 would do", touched))

    def test_atomics_on_one_address(self):
        svg, figure = self.figure([8] * 32, 32, 1, op="atomic")
        self.assertEqual(figure, "32 lanes on one address: 32 sectors, 1 would do")
        self.assertIn("… 14 more", texts(svg))

    def test_lanes_that_take_no_part_are_hollow(self):
        svg, _ = self.figure([8 * lane for lane in range(16)], 4, 2, lanes=list(range(0, 32, 2)))
        self.assertEqual(len(boxes(svg, "map-off")), 16)
        self.assertEqual(len(ends(svg)), 16)


class Choices(unittest.TestCase):
    GOOD, BAD = [4 * lane for lane in LANES], [128 * lane for lane in LANES]

    def test_the_line_with_the_most_to_gain_is_taken(self):
        records = [request(self.GOOD, 4, 4, line=5)] * 9 + [request(self.BAD, 32, 4, line=6)]
        group, others = choose.choose_group(read(sample(records)), choose.Wish())
        self.assertEqual((group.first.line, [other.first.line for other in others]), (6, [5]))
        self.assertEqual(group.describe(), "line 6    4-byte load from data (global): 1 request, 32 sectors, 28 over the ideal")

    def test_the_worst_request_is_taken_and_those_alike_are_counted(self):
        bad_elsewhere = [offset + 4096 for offset in self.BAD]
        records = [request(self.GOOD, 4, 4), request(self.BAD, 32, 4), request(self.GOOD, 4, 4), request(bad_elsewhere, 32, 4)]
        group, _ = choose.choose_group(read(sample(records)), choose.Wish())
        choice = choose.choose_request(group, choose.Wish())
        self.assertEqual((choice.number, choice.count, choice.alike), (2, 4, 2))
        self.assertEqual(choose.choose_request(group, choose.Wish(number=3)).number, 3)
        with self.assertRaisesRegex(choose.NotThere, "has 4 requests: there is no request 5"):
            choose.choose_request(group, choose.Wish(number=5))

    def test_the_caption_is_exact(self):
        svg = picture([request(self.BAD, 32, 4, warp=1)])
        caption = " ".join(texts(svg))
        self.assertIn("sample_kernel, sample.cu:7: 4-byte load from data (global); block 0, warp 1.", caption)

    def test_a_request_of_two_arrays_counts_once(self):
        rest = {**request([0], 0, 0), "continued": True}
        group, others = choose.choose_group(read(sample([request(self.BAD, 32, 4), rest])), choose.Wish())
        self.assertEqual((len(group.requests), others), (1, []))


class Timeline(unittest.TestCase):
    EVENTS = [request([0] * 16, 1, 1, step=1, lanes=list(range(16)), line=5),
              request([0] * 16, 1, 1, step=2, lanes=list(range(16)), line=5), barrier(3, 1),
              request([0] * 8, 1, 1, step=4, lanes=list(range(24, 32)), line=6)]

    def row(self, records: list[dict], warps: str | None = None) -> timeline.Row:
        events = timeline.choose(read(sample(records)), choose.Wish(), warps, False)
        return timeline.Row("sample", [], events, None, {("sample.cu", line): f"text of {line}" for line in (5, 6, 8)},
                            {"sample.cu": "sample.cu"})

    def test_steps_alike_are_one_column_and_barriers_cut(self):
        row = self.row(self.EVENTS)
        self.assertEqual(row.data()["warps"], {"0": [[[5, 2, "0-15"], [8, "barrier", "0-31"]], [[6, 1, "24-31"]]]})
        self.assertEqual(row.figure, "13.3 of 32 lanes active on average: 3 steps, 1 barrier")  # (16 + 16 + 8) / 3

    def test_lanes_are_filled_where_they_are_active(self):
        svg = timeline.draw("sample", [self.row(self.EVENTS)])
        self.assertEqual(len(boxes(svg, "map-used")), 16 + 8 + 1)  # and the legend's
        self.assertEqual(len([e for e in ET.fromstring(svg).iter(f"{{{NAMESPACE}}}line") if e.get("class") == "map-wait"]), 2)
        self.assertIn("text of 6", texts(svg))

    def test_all_warps_stand_below_each_other(self):
        other = [{**record, "warp": 1} for record in self.EVENTS]
        row = self.row(self.EVENTS + other, "all")
        self.assertEqual(row.figure, "13.3 of 32 lanes active on average: 6 steps of 2 warps, 1 barrier")
        self.assertIn("warp 1", texts(timeline.draw("sample", [row])))


class Form(unittest.TestCase):
    def test_the_samples_are_traces(self):
        try:
            import jsonschema
        except ModuleNotFoundError:
            self.skipTest("needs Python's jsonschema")
        schema = json.loads((Path(__file__).resolve().parents[3] / "emulator" / "trace.schema.json").read_text())
        records = [request([0, 4], 1, 1), request([0], 1, 1, "shared", op="atomic"), barrier(2, 1)]
        for line in sample(records).splitlines():
            jsonschema.validate(json.loads(line), schema)

    def test_every_picture_is_whole(self):
        svg = picture([request([8 * lane for lane in LANES], 8, 4)])
        root = ET.fromstring(svg)
        self.assertEqual(root.get("role"), "img")
        self.assertIn("8 sectors", root.findtext(f"{{{NAMESPACE}}}title"))
        self.assertIn("0: 0, 1: 8, 2: 16", root.findtext(f"{{{NAMESPACE}}}desc"))
        self.assertEqual(metadata_of(svg)["data"]["maps"][0]["offsets"], [8 * lane for lane in LANES])
        self.assertLessEqual(float(root.get("viewBox").split()[2]), WIDTH)

    def test_text_is_12_pixels_at_least_and_stays_in_the_picture(self):
        for offsets in ([4096 * 4 * lane for lane in LANES], [4 * lane for lane in LANES]):
            svg = picture([request(offsets, 32, 4)])
            self.assertGreaterEqual(min(map(int, re.findall(r"(\d+)px (?:sans-serif|monospace)", svg))), 12)
            for element in ET.fromstring(svg).iter(f"{{{NAMESPACE}}}text"):
                half = 0.3 * 12 * len(element.text) if element.get("text-anchor") == "middle" else 0
                self.assertLess(float(element.get("x")) + half, WIDTH, element.text)

    def test_colours_are_those_of_both_schemes(self):
        svg = picture([request([0], 1, 1)])
        body = svg.partition("</style>")[2]
        self.assertNotRegex(re.sub(r"var\([^)]*\)", "", body), r"#[0-9a-f]{6}")
        self.assertIn("prefers-color-scheme: dark", svg)


if __name__ == "__main__":
    unittest.main()
