"""scripts/measure --sizes, with the programs of a build. Arguments: the build's bin folder."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "lab"))
from tool import ladders  # noqa: E402

BIN = sys.argv.pop() if len(sys.argv) > 1 else ""


class Sweep(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = pathlib.Path(folder.name)

    def measure(self, *options):
        words = [ROOT / "scripts/measure", *options]
        return subprocess.run(words, capture_output=True, text=True, check=False)

    def test_two_sizes(self):
        done = self.measure("--sizes", "--points", "2", BIN, self.out, "count", "hist")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(sorted(path.name for path in (self.out / "sizes").iterdir()), ["count.json", "hist.json"])
        sweep = json.loads((self.out / "sizes/hist.json").read_text())
        self.assertEqual((sweep["ladder"], sweep["option"]), ("hist", "-n"))
        own = [entry for entry in sweep["runs"] if entry["program"] != "hist_lib"]
        self.assertEqual([entry["size"] for entry in own], [65536, 262144])
        newest = max((ROOT / "histogram").glob("v*_*.cu"), key=lambda path: int(path.name[1:].partition("_")[0]))
        self.assertEqual({entry["program"] for entry in own}, {"hist_" + newest.name.partition("_")[0]})
        for entry in own:
            self.assertTrue(entry["run"]["input"].startswith(f"n = {entry['size']} pixels"))
            self.assertEqual([version["status"] for version in entry["run"]["versions"]], ["ok"])

    def test_the_last_version_is_that_of_the_highest_number(self):
        newest = next(pathlib.Path(BIN).glob("count_v5"))
        programs = self.out / "bin"
        programs.mkdir()
        for name in ("count_v2", "count_v9", "count_v10", "count_lib"):
            (programs / name).symlink_to(newest.resolve())
        self.assertEqual(self.measure("--sizes", "--points", "1", programs, self.out, "count").returncode, 0)
        sweep = json.loads((self.out / "sizes/count.json").read_text())
        self.assertEqual([entry["program"] for entry in sweep["runs"]], ["count_v10", "count_lib"])

    def test_what_is_not_built_is_named(self):
        done = self.measure("--sizes", self.out, self.out, "count")
        self.assertEqual((done.returncode, done.stderr), (1, "scripts/measure: count: not built\n"))
        self.assertFalse((self.out / "sizes").exists())

    def test_all_ladders_have_eight_sizes(self):
        text = (ROOT / "scripts/measure_sizes.sh").read_text()
        sweeps = [line.split("sweep ", 1)[1].split(" -- ")[0].split() for line in text.splitlines()
                  if line.startswith("    ") and "sweep " in line]
        named = {name for name, ladder in ladders.in_project(ROOT).items()
                 if "multi_gpu" not in ladder.folder.parts}  # which scales with GPUs
        self.assertGreaterEqual(len(named), 17)
        self.assertEqual({words[0] for words in sweeps}, named)
        for ladder, _, *sizes in sweeps:
            self.assertGreaterEqual(len(sizes), 8, ladder)

    def test_wrong_words(self):
        for options in (["--points", "2", BIN, self.out], ["--sizes", BIN], ["--seconds", "x"], ["--what"], []):
            done = self.measure(*options)
            self.assertEqual(done.returncode, 2, options)
            self.assertRegex(done.stderr, r"\Ascripts/measure: [^\n]+\(see --help\)\n\Z", options)


if __name__ == "__main__":
    sys.exit(unittest.main())
