"""The course frames in the topics' READMEs: current, complete, and every link leads somewhere."""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts"))
import course_frames as frames  # noqa: E402

EXERCISES = frames.read_all(ROOT / "lab" / "exercises")
FILES = frames.sources()
TOPICS = frames.topics()


class Frames(unittest.TestCase):
    def test_are_current(self):
        done = subprocess.run([sys.executable, ROOT / "scripts/course_frames.py", "--check"], capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_every_ladder_has_one(self):
        ladders = {name.rpartition("_")[0] for name in FILES}
        self.assertEqual(ladders, {ladder for folder in TOPICS for ladder in frames.ladders_of(folder)})
        self.assertEqual(len(ladders), 22)

    def test_every_exercise_is_in_one(self):
        named = [e.name for folder in TOPICS for e in frames.exercises_of(folder, frames.read(folder), EXERCISES)]
        self.assertEqual(sorted(named), sorted(EXERCISES))

    def test_all_links_lead_somewhere(self):
        for folder in TOPICS:
            text = (folder / "README.md").read_text().partition(frames.BEGIN)[2].partition(frames.END)[0]
            links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text)
            self.assertGreater(len(links), 4, folder)
            for link in links:
                self.assertTrue((folder / link).resolve().is_file(), f"{folder.name}: {link}")

    def test_stands_below_the_title(self):
        for folder in TOPICS:
            lines = (folder / "README.md").read_text().splitlines()
            self.assertTrue(lines[0].startswith("# "), folder)
            self.assertEqual(lines[2] + "\n", frames.BEGIN, folder)


class Wrong(unittest.TestCase):
    """What course.toml may get wrong is said."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name) / "scan"
        self.folder.mkdir()
        (self.folder / "CMakeLists.txt").write_text("ladder(scan Scan scan.h)\n")

    def frame(self, text):
        (self.folder / "course.toml").write_text(text)
        return frames.frame(self.folder, EXERCISES, FILES)

    def test_a_right_one(self):
        text = self.frame('goals = ["add"]\nknow = ["sums"]\nminutes = 90\n[[related]]\nrung = "hist_v4"\nwhy = "atomics"\n')
        self.assertIn("- Time: about 1 h 30 min to read and run it, 1 h 20 min for its exercises, in weeks 7 and 10 of", text)
        self.assertIn("(../lab/exercises/scan_look_back/task.md) (repair, 40 min)", text)
        self.assertIn("    - [`hist_v4`](../histogram/v4_shared.cu): atomics\n", text)

    def test_an_unknown_rung(self):
        with self.assertRaisesRegex(frames.Bad, "hist_v40 is no version"):
            self.frame('goals = []\nknow = []\nminutes = 1\n[[related]]\nrung = "hist_v40"\nwhy = ""\n')

    def test_an_unknown_exercise(self):
        with self.assertRaisesRegex(frames.Bad, "there is no exercise scan_up"):
            self.frame('goals = []\nknow = []\nminutes = 1\nexercises = ["scan_up"]\nrelated = []\n')

    def test_a_missing_key(self):
        with self.assertRaisesRegex(frames.Bad, "unknown or missing: know, minuts"):
            self.frame('goals = []\nminuts = 1\nminutes = 1\nrelated = []\n')


class WhichLecture(unittest.TestCase):
    def test_no_text_speaks_of_a_lecture_that_it_does_not_name(self):
        endings = (".md", ".cu", ".h", ".cuh", ".cpp", ".py", ".sh", ".toml")
        files = [path for folder in ROOT.iterdir() if folder.is_dir() and folder.name not in ("build", "work", "own", ".git")
                 for path in folder.rglob("*") if path.suffix in endings] + [ROOT / "README.md"]
        self.assertGreater(len(files), 500)
        for path in files:
            if path != pathlib.Path(__file__).resolve():
                self.assertNotRegex(path.read_text(), r"(?i)\bthe\s+(?://\s*)?lecture\b(?!r)", path)


if __name__ == "__main__":
    sys.exit(unittest.main())
