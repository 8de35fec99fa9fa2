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
import subprocess
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


class SandboxTest(unittest.TestCase):
    """The sandbox alone: what a program could do that got past every other check."""

    def setUp(self):
        sys.path.insert(0, str(ROOT / "lab"))
        from tool.grading.sandbox import Limits, Sandbox, View
        self.limits, self.view, self.sandbox = Limits, View, Sandbox()

    def run_inside(self, script, filtered=False, **limits):
        limits = {"seconds": 5, "wall": 8, **limits}
        return self.sandbox.run(["/usr/bin/python3", "-c", script], self.view(), self.limits(**limits), filtered=filtered)

    def test_sees_no_files_but_the_systems_and_writes_none(self):
        ran = self.run_inside(f"""
import os
for path in {[str(ROOT), '/home', '/root', '/etc/passwd', '/var', str(Path(__file__))]!r}:
    assert not os.path.exists(path) or not os.listdir(path), path
for path in ('/usr/new', '/etc/new', '/new'):
    try:
        open(path, 'w')
        raise SystemExit(path)
    except OSError:
        pass
print(sorted(os.environ))
""")
        self.assertEqual(ran.code, 0, ran.text)
        self.assertNotIn("LAB", ran.out)
        self.assertFalse(Path("/new").exists())

    def test_has_no_network(self):
        ran = self.run_inside("""
import socket
with open('/proc/net/dev') as file:
    print(len(file.readlines()) - 2)
try:
    socket.create_connection(('127.0.0.1', 22), 1)
except OSError as error:
    print(error.errno)
""")
        self.assertRegex(ran.out, r"^[01]\n(101|111)")

    def test_the_filter_refuses_processes_sockets_and_tracing(self):
        ran = self.run_inside("""
import ctypes, os, socket
def errno(call):
    try:
        call()
    except OSError as error:
        return error.errno
libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace(16, 1, 0, 0)
print(errno(os.fork), errno(socket.socket), ctypes.get_errno(), errno(lambda: os.kill(1, 9)))
import threading
thread = threading.Thread(target=print, args=('a thread',))
thread.start()
thread.join()
""", filtered=True)
        self.assertEqual(ran.out, "1 1 1 1\na thread\n", ran.err)

    def test_a_fork_bomb_ends(self):
        # Behind the filter only: root's processes are limited by nothing else.
        ran = self.run_inside("import os\nwhile True:\n    try:\n        os.fork()\n    except OSError as error:\n"
                              "        raise SystemExit(error.errno)", filtered=True)
        self.assertEqual(ran.code, 1)

    def test_cannot_reach_processes_outside(self):
        ran = self.run_inside("""
import os
print([p for p in os.listdir('/proc') if p.isdigit() and int(p) > 20])
try:
    os.kill(os.getppid(), 9)
    os.kill(-1, 9)
except OSError as error:
    print(error)
""")
        self.assertIn("[]", ran.out)

    def test_output_disk_memory_and_time_are_limited(self):
        ran = self.run_inside("while True: print('x' * 1000)", output=1 << 20)
        self.assertNotEqual(ran.code, 0)
        self.assertLessEqual(len(ran.out), 1 << 20)
        ran = self.run_inside("""
try:
    for i in range(100):
        open(f'/tmp/{i}', 'wb').write(b'x' * (1 << 20))
except OSError as error:
    print(error.errno)
""", disk=8 << 20)
        self.assertIn("28", ran.out)
        ran = self.run_inside("x = bytearray(1 << 28)")
        self.assertEqual(ran.code, 0, ran.err)
        ran = self.run_inside("x = bytearray(1 << 28)", reserved=1 << 27)
        self.assertIn("MemoryError", ran.err)
        ran = self.run_inside("import time\nx = b'x' * (1 << 29)\ntime.sleep(60)", memory=128 << 20)
        self.assertIsNone(ran.code)
        self.assertLess(ran.seconds, 5)
        ran = self.run_inside("while True: pass", seconds=1)
        self.assertIn(ran.code, (-9, -24))
        ran = self.run_inside("import time\ntime.sleep(60)", wall=1)
        self.assertIsNone(ran.code)

    def test_what_it_started_is_dead_afterwards(self):
        mark = f"{os.getpid()}.25"
        self.run_inside(f"import subprocess\nsubprocess.Popen(['sleep', '{mark}'], start_new_session=True)")
        self.assertNotIn(mark, subprocess.run(["ps", "axww"], capture_output=True, text=True).stdout)


if __name__ == "__main__":
    if not shutil.which("bwrap"):
        sys.exit(77)
    unittest.main()
