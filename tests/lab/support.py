"""What the lab's tests share. LAB_BUILD names the build folder, as for scripts/lab."""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("LAB_BUILD", ROOT / "build" / "emulator"))
sys.path.insert(0, str(ROOT / "lab"))

EXERCISE = "count_lost_updates"  # a small one, which these tests work on


def exercise_file(exercise, name):
    return (ROOT / "lab" / "exercises" / exercise / name).read_text()


class LabTest(unittest.TestCase):
    """Each test has a work folder of its own."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.work = Path(self.folder.name) / "work"
        self.addCleanup(self.folder.cleanup)

    def command(self, *words):
        return [sys.executable, "-m", "tool", "--work", str(self.work), *words]

    def environment(self):
        return {**os.environ, "PYTHONPATH": f"{ROOT / 'lab'}:{os.environ.get('PYTHONPATH', '')}", "COLUMNS": "200"}

    def lab(self, *words, code=0):
        """Runs scripts/lab's commands; gives what was printed. Fails if the exit code is another."""
        ran = subprocess.run(self.command(*words), capture_output=True, text=True, env=self.environment(), timeout=900)
        self.assertEqual(ran.returncode, code, ran.stdout + ran.stderr)
        return ran.stdout + ran.stderr

    def answer(self):
        return self.work / f"{EXERCISE}.cu"

    def solve(self):
        self.answer().write_text(exercise_file(EXERCISE, "solution.cu"))
