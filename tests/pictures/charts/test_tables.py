"""The tables of the GPU's figures: their columns and what their caption says, from made-up runs."""
import pathlib
import subprocess
import sys
import unittest

import made_up

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts"))
import tables  # noqa: E402

REDUCE = tables.versions_of("reduce")
SHARE = "% of peak"


def run(names, program="reduce", **changes):
    versions = [made_up.version(name, 1e-3, 1 << 20) | changes for name in names]
    made = made_up.run(program, versions)
    return made | {"device": made_up.DEVICE | {"runtime": 13000}, "cache": "cold", "cpu_seconds": 0}


def caption_and_head(made):
    caption, _, head, *_ = tables.times(made).splitlines()
    return caption, [cell.strip() for cell in head.strip("|").split("|")]


class Tables(unittest.TestCase):
    def test_those_in_the_readmes_are_current(self):
        done = subprocess.run([sys.executable, ROOT / "scripts/tables.py", "--check"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_have_no_column_that_is_empty_in_all_rows(self):
        self.assertIn(SHARE, caption_and_head(run(REDUCE))[1])
        self.assertEqual(caption_and_head(run(REDUCE, share_of_peak=0))[1],
                         ["version", "idea", "GPU time", "GB/s", "x one before"])

    def test_keep_a_column_that_one_row_needs(self):
        made = run(REDUCE, share_of_peak=0)
        made["versions"][2]["share_of_peak"] = 0.5
        self.assertIn(SHARE, caption_and_head(made)[1])

    def test_name_the_versions_that_are_newer(self):
        self.assertGreaterEqual(len(REDUCE), 7)
        self.assertNotIn("Measured before", caption_and_head(run(REDUCE))[0])
        self.assertTrue(caption_and_head(run(REDUCE[:-1]))[0].endswith(f" Measured before {REDUCE[-1]} was there."))
        self.assertTrue(caption_and_head(run(REDUCE[:-2]))[0].endswith(
            f" Measured before {REDUCE[-2]} and {REDUCE[-1]} were there."))

    def test_say_nothing_of_others_where_one_version_was_measured(self):
        self.assertNotIn("Measured before", caption_and_head(run(["v2"], program="reduce_v2"))[0])


if __name__ == "__main__":
    unittest.main()
