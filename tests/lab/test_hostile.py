"""Hostile submissions: each gets what its honest part deserves, nothing outside is touched, and the next one is judged as if
nothing had been.

A file of hostile/ says in its first lines which exercise it is for, how many points it gets, and what the report says.
"""
import hashlib
import io
import json
import os
import re
import shutil
import sys
import tarfile
import unittest
import zipfile
from pathlib import Path

from support import ROOT, LabTest

HOSTILE = Path(__file__).parent / "hostile"
EXERCISES = ["vecadd_bytes", "count_lost_updates", "reduce_half_mask"]


def solution(exercise):
    return (ROOT / "lab" / "exercises" / exercise / "solution.cu").read_bytes()


def stated(file):
    """What a hostile file says of itself: exercise, points, says."""
    return dict(re.findall(r"^// (exercise|points|says): (.*)$", file.read_text(), re.M))


def checksum(*folders):
    """Of all names and contents below."""
    together = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            together.update(str(path).encode(errors="surrogateescape"))
            if path.is_file() and not path.is_symlink() and "__pycache__" not in path.parts:
                together.update(path.read_bytes())
    return together.hexdigest()


class Hostile(LabTest):
    def setUp(self):
        super().setUp()
        self.submissions, self.out = Path(self.folder.name) / "in", Path(self.folder.name) / "out"
        self.submissions.mkdir()

    def hand_in(self, student, exercise, content):
        folder = self.submissions / student
        folder.mkdir(exist_ok=True)
        (folder / f"{exercise}.cu").write_bytes(content)

    def grade(self, *words, exercises=EXERCISES):
        return self.lab("grade", str(self.submissions), "--out", str(self.out), "--secret", "a test", "--exercises", *exercises,
                        *words)

    def report(self, student):
        return (self.out / "students" / student / "report.txt").read_text()

    def points(self, student):
        return json.loads((self.out / "students" / student / "results.json").read_text())["score"]

    def test_programs(self):
        chosen = os.environ.get("HOSTILE", "")
        files = [f for f in sorted(HOSTILE.glob("*.cu")) if re.search(chosen, f.stem)]
        for file in files:
            self.hand_in(file.stem, stated(file)["exercise"], file.read_bytes())
        for exercise in EXERCISES:
            self.hand_in("honest_before" if exercise != "vecadd_bytes" else "zz_honest_after", exercise, solution(exercise) + b"\n")
        watched = [ROOT / "lab", ROOT / "common", ROOT / "reduction", self.submissions]
        before = checksum(*watched)
        self.grade("--jobs", "2")
        self.assertEqual(before, checksum(*watched), "something outside was changed")
        self.assertFalse(Path("/tmp/was_here").exists())
        self.assertEqual(self.points("honest_before"), 20)
        self.assertEqual(self.points("zz_honest_after"), 10)
        for file in files:
            with self.subTest(file.stem):
                says = stated(file)
                self.assertEqual(self.points(file.stem), float(says["points"]), self.report(file.stem))
                self.assertRegex(self.report(file.stem), says["says"])

    def test_what_is_odd_but_honest(self):
        good = solution("vecadd_bytes")
        variants = {"windows": good.replace(b"\n", b"\r\n"), "byte_order_mark": b"\xef\xbb\xbf" + good,
                    "latin_1": b"// f\xfcr alle, isn't it? R\"( asm\n" + good, "no_last_line_end": good.rstrip(),
                    "many_warnings": b"#warning " + b"x" * 2000 + b"\n" + b"#warning y\n" * 3000 + good}
        for student, content in variants.items():
            self.hand_in(student, "vecadd_bytes", content)
        self.hand_in("utf_16", "vecadd_bytes", good.decode().encode("utf-16"))
        self.grade(exercises=["vecadd_bytes"])
        for student in variants:
            self.assertEqual(self.points(student), 10, self.report(student))
        self.assertEqual(self.points("utf_16"), 0)
        self.assertIn("no text", self.report("utf_16"))
        for file in self.out.rglob("*"):
            self.assertLess(file.stat().st_size, 100_000, file)

    def test_names_links_and_archives(self):
        good = solution("vecadd_bytes")
        victim = Path(self.folder.name) / "vecadd_bytes.cu"  # what archives that unpack outside would overwrite
        victim.write_text("untouched\n")
        odd = "line\nbreak\x1b[31m,=1+1"
        self.hand_in(odd, "vecadd_bytes", good)
        self.hand_in("=formula", "vecadd_bytes", good)
        (self.submissions / "linked").mkdir()
        (self.submissions / "linked" / "vecadd_bytes.cu").symlink_to(ROOT / "lab/exercises/vecadd_bytes/solution.cu")
        (self.submissions / "linked_folder").symlink_to(ROOT / "lab/exercises")
        (self.submissions / "pipe").mkdir()
        os.mkfifo(self.submissions / "pipe" / "vecadd_bytes.cu")
        (self.submissions / "huge").mkdir()
        (self.submissions / "huge" / "vecadd_bytes.cu").write_bytes(b"/" * 300_000)
        self.zip("zip_good", {"work/vecadd_bytes.cu": good})
        self.zip("zip_up", {"../vecadd_bytes.cu": good})
        self.zip("zip_absolute", {str(victim): good})
        self.zip("zip_windows", {"..\\..\\vecadd_bytes.cu": good})
        self.zip("zip_bomb", {"vecadd_bytes.cu": b"\0" * (1 << 30)})
        self.tar("tar_good", {"work/vecadd_bytes.cu": good})
        self.tar("tar_up", {"work/../../vecadd_bytes.cu": good})
        self.tar("tar_link", {"vecadd_bytes.cu": None})
        self.tar("tar_bomb", {"a": b"\0" * (1 << 28), "vecadd_bytes.cu": good})
        (self.submissions / "broken.zip").write_bytes(b"PK\3\4 and no more")
        (self.submissions / "broken.tar.gz").write_bytes(b"\x1f\x8b no more")
        before = checksum(Path(self.folder.name))
        printed = self.grade(exercises=["vecadd_bytes"])
        after = checksum(self.submissions)
        self.assertEqual(victim.read_text(), "untouched\n")
        self.assertNotIn("\x1b[31m", printed)
        self.assertTrue(before and after)
        rows = (self.out / "grades.csv").read_text().splitlines()
        self.assertEqual(len(rows), 1 + 16)
        self.assertIn("\"'=formula\"".strip('"'), "\n".join(rows))
        expected = {"zip_good": 10, "tar_good": 10, "linked": 0, "linked_folder": 0, "pipe": 0, "huge": 0, "zip_up": 0,
                    "zip_absolute": 0, "zip_windows": 0, "zip_bomb": 0, "tar_up": 0, "tar_link": 0, "tar_bomb": 0, "broken": 0}
        for student, points in expected.items():
            with self.subTest(student):
                self.assertEqual(self.points(student), points, self.report(student))
        for student, says in (("linked", "links are not followed"), ("zip_up", "outside"), ("zip_absolute", "outside"),
                              ("tar_up", "outside"), ("tar_bomb", "unpacks to more"), ("pipe", "no plain file"), ("huge", "larger"),
                              ("zip_bomb", "larger"), ("tar_link", "not followed"), ("zip_windows", "outside")):
            self.assertIn(says, self.report(student))
        self.assertEqual(sorted(p.name for p in Path(self.folder.name).iterdir()), ["in", "out", "vecadd_bytes.cu"])

    def zip(self, student, files):
        with zipfile.ZipFile(self.submissions / f"{student}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in files.items():
                archive.writestr(name, content)

    def tar(self, student, files):
        with tarfile.open(self.submissions / f"{student}.tar.gz", "w:gz") as archive:
            for name, content in files.items():
                entry = tarfile.TarInfo(name)
                if content is None:
                    entry.type, entry.linkname = tarfile.SYMTYPE, "/etc/passwd"
                    archive.addfile(entry)
                else:
                    entry.size = len(content)
                    archive.addfile(entry, io.BytesIO(content))


if __name__ == "__main__":
    if not shutil.which("bwrap"):
        sys.exit(77)
    unittest.main()
