"""What students hand in, read without trusting it, and what grade writes about it: names, links, devices, archives, odd bytes.

Nothing is compiled here.
"""
import csv
import io
import json
import os
import resource
import signal
import socket
import stat
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path
from unittest import mock
from xml.etree import ElementTree

from rich.console import Console
from support import ROOT

from tool import exercise, goals
from tool.grading import archives, outputs, students, submissions
from tool.grading.grade import grades_table, harmless, stored_form
from tool.grading.gradebook import Gradebook
from tool.program import ToolError

EXERCISES = exercise.read_all(ROOT / "lab" / "exercises")
VECADD = EXERCISES["vecadd_bytes"]
GOOD = VECADD.solution.read_bytes()


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = Path(folder.name)
        self.folder = self.top / "in"
        self.folder.mkdir()
        # A pipe must not make it wait.
        signal.signal(signal.SIGALRM, lambda *_: self.fail("it hangs"))
        signal.alarm(20)
        self.addCleanup(signal.alarm, 0)

    def find(self):
        return {s.name: s for s in submissions.find(self.folder, [VECADD])[0]}

    def alice(self, content=None):
        """Her file, which is not there yet."""
        (self.folder / "alice").mkdir(exist_ok=True)
        file = self.folder / "alice" / VECADD.answer_name
        if content is not None:
            file.write_bytes(content)
        return file

    def nothing_of(self, student, says):
        found = self.find()[student]
        self.assertEqual(found.files, {})
        self.assertRegex("; ".join(found.notes), says)

    def zip(self, entries, name="alice.zip", kind=zipfile.ZIP_DEFLATED):
        with zipfile.ZipFile(self.folder / name, "w", kind) as archive:
            for entry, content in entries:
                archive.writestr(entry, content)

    def tar(self, *entries, name="alice.tar.gz"):
        with tarfile.open(self.folder / name, "w:gz") as archive:
            for entry, content in entries:
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))


class Files(Folder):
    def test_takes_a_file(self):
        self.alice(GOOD)
        self.assertEqual(self.find()["alice"].files, {"vecadd_bytes": GOOD})

    def test_a_link_is_not_followed(self):
        self.alice().symlink_to(VECADD.solution)
        self.nothing_of("alice", "links are not followed")

    def test_a_linked_folder_is_not_followed(self):
        (self.folder / "alice").symlink_to(ROOT / "lab/exercises")
        self.nothing_of("alice", "links are not followed")

    def test_a_linked_folder_below_is_not_followed(self):
        (self.folder / "alice").mkdir()
        (self.folder / "alice" / "work").symlink_to(VECADD.folder)
        (self.folder / "alice" / "elsewhere").symlink_to(self.top / "other")
        (self.top / "other").mkdir()
        (self.top / "other" / VECADD.answer_name).write_bytes(GOOD)
        self.assertEqual(self.find()["alice"].files, {})

    def test_a_pipe_is_not_waited_for(self):
        file = self.alice()
        os.mkfifo(file)
        self.nothing_of("alice", "no plain file")

    def test_a_device_is_not_read(self):
        file = self.alice()
        try:
            os.mknod(file, stat.S_IFCHR | 0o666, os.makedev(1, 5))  # /dev/zero
        except OSError:
            self.skipTest("makes no devices here")
        self.nothing_of("alice", "cannot be read")

    def test_a_socket_is_not_read(self):
        file = self.alice()
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind(str(file))
            self.nothing_of("alice", "cannot be read")

    def test_a_folder_with_the_files_name_is_a_folder(self):
        self.alice().mkdir()
        (self.alice() / VECADD.answer_name).write_bytes(GOOD)
        self.assertEqual(self.find()["alice"].files, {"vecadd_bytes": GOOD})

    def test_a_huge_file_is_not_read(self):
        with open(self.alice(), "wb") as file:
            file.truncate(200 << 20)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        self.nothing_of("alice", "larger")
        self.assertLess(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, 50 << 10)

    def test_many_files_are_not_all_read(self):
        with mock.patch.object(submissions, "MOST_ENTRIES", 50):
            (self.folder / "alice").mkdir()
            for i in range(60):
                (self.folder / "alice" / f"{i}").touch()
            self.alice(GOOD)
            self.nothing_of("alice", "more than 50 files")

    def test_a_twin_in_other_letters_is_another_file(self):
        self.alice(GOOD)
        (self.folder / "alice" / VECADD.answer_name.upper()).write_bytes(b"bad")
        self.assertEqual(self.find()["alice"].files, {"vecadd_bytes": GOOD})


class Archives(Folder):
    def test_takes_a_file(self):
        self.zip([("work/vecadd_bytes.cu", GOOD)])
        self.tar((tarfile.TarInfo("work/vecadd_bytes.cu"), GOOD), name="bob.tar.gz")
        self.assertEqual({name: s.files for name, s in self.find().items()},
                         {"alice": {"vecadd_bytes": GOOD}, "bob": {"vecadd_bytes": GOOD}})

    def test_names_that_lead_outside(self):
        for name in ("../vecadd_bytes.cu", "/tmp/vecadd_bytes.cu", "..\\..\\vecadd_bytes.cu", "C:\\vecadd_bytes.cu"):
            with self.subTest(name):
                self.zip([(name, GOOD)])
                self.nothing_of("alice", "outside")
        (self.folder / "alice.zip").unlink()
        self.tar((tarfile.TarInfo("work/../../vecadd_bytes.cu"), GOOD))
        self.nothing_of("alice", "outside")
        self.assertEqual([p.name for p in self.top.iterdir()], ["in"])

    def test_links_in_an_archive(self):
        for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE):
            entry = tarfile.TarInfo("vecadd_bytes.cu")
            entry.type, entry.linkname = kind, "/etc/passwd"
            self.tar((entry, b""))
            self.nothing_of("alice", "not followed")
        (self.folder / "alice.tar.gz").unlink()
        entry = zipfile.ZipInfo("vecadd_bytes.cu")
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16
        self.zip([(entry, "/etc/passwd")])
        self.nothing_of("alice", "not followed")

    def test_a_bomb_in_one_file(self):
        self.zip([("vecadd_bytes.cu", b"\0" * (1 << 28))])
        self.nothing_of("alice", "larger")

    def test_a_bomb_in_many_files_of_a_zip(self):
        with mock.patch.object(archives, "MOST_UNPACKED", 1 << 20):
            self.zip([(f"{i}/vecadd_bytes.cu", b"\0" * 200_000) for i in range(10)])
            self.nothing_of("alice", "unpacks to more")

    def test_a_bomb_in_a_tar(self):
        with mock.patch.object(archives, "MOST_UNPACKED", 1 << 20):
            self.tar((tarfile.TarInfo("a"), b"\0" * (1 << 21)), (tarfile.TarInfo("vecadd_bytes.cu"), GOOD))
            self.nothing_of("alice", "unpacks to more")

    def test_many_entries(self):
        with mock.patch.object(archives, "MOST_ENTRIES", 20):
            self.zip([(f"{i}", b"") for i in range(30)] + [("vecadd_bytes.cu", GOOD)])
            self.nothing_of("alice", "more than 20 entries")
            (self.folder / "alice.zip").unlink()
            self.tar(*((tarfile.TarInfo(f"{i}"), b"") for i in range(30)), (tarfile.TarInfo("vecadd_bytes.cu"), GOOD))
            self.nothing_of("alice", "more than 20 entries")

    def test_broken_archives(self):
        """Whatever is wrong with one: it is said, and the others are read."""
        self.zip([("vecadd_bytes.cu", os.urandom(3000) + b"x" * 9000)])
        whole = (self.folder / "alice.zip").read_bytes()
        self.tar((tarfile.TarInfo("vecadd_bytes.cu"), os.urandom(3000)))
        packed = (self.folder / "alice.tar.gz").read_bytes()
        (self.folder / "zz.zip").write_bytes(whole)
        for name, content in (("zip", whole), ("tar.gz", packed)):
            for place in range(0, len(content), max(1, len(content) // 60)):
                broken = bytearray(content)
                broken[place:place + 8] = b"\xff" * len(broken[place:place + 8])
                (self.folder / f"alice.{name}").write_bytes(broken)
                self.assertIn("vecadd_bytes", self.find()["zz"].files)

    def test_a_password(self):
        self.zip([("vecadd_bytes.cu", GOOD)], kind=zipfile.ZIP_STORED)
        content = bytearray((self.folder / "alice.zip").read_bytes())
        for mark, flags in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
            content[content.index(mark) + flags] |= 1
        (self.folder / "alice.zip").write_bytes(content)
        self.nothing_of("alice", "encrypted|password")


class Names(Folder):
    def slugs(self, *names):
        slugs = students.new_slugs(names)
        return [slugs[name] for name in names]

    def test_no_name_leads_elsewhere(self):
        for name in ("../up", "a/b", ".", "..", ".hidden", "-rf", "line\nbreak", "\x1b[31m", "\udcff", "x" * 300, "", "*"):
            slug, = self.slugs(name)
            self.assertRegex(slug, r"^[A-Za-z0-9_][A-Za-z0-9._-]*$")
            self.assertLess(len(slug), 100)

    def test_no_two_names_share_a_report(self):
        odd = "a b"
        taken = self.slugs(odd)[0]
        for names in ((odd, taken), (taken, odd), ("Alice", "alice", "ALICE"), ("a b", "a_b", "a\tb"), ("x" * 99, "x" * 100)):
            self.assertEqual(len({slug.lower() for slug in self.slugs(*names)}), len(names), names)

    def written(self, name, note="", output=""):
        student = students.Student(name, general_notes=[note] if note else [])
        verdict = {"points": 0, "compiled": True, "messages": "", "goals": [
            {"title": "Right", "points": 0, "most": 10, "state": "missed", "wanted": "right", "got": "wrong", "why": "",
             "output": harmless(output)}]}
        verdicts = {VECADD.name: verdict}
        return (outputs.grades_csv([student], [VECADD.name], {name: verdicts}), outputs.gradescope(student, [VECADD.name], verdicts),
                outputs.junit([student], [VECADD.name], {name: verdicts}, "2000-01-01T00:00:00"),
                outputs.report(student, [VECADD.name], verdicts, markdown=False), outputs.report(student, [VECADD.name], verdicts, markdown=True))

    def test_no_cell_is_a_formula(self):
        for name in ("=HYPERLINK(\"http://x\")", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"):
            row = list(csv.reader(self.written(name, note=name)[0].splitlines()))[1]
            for cell in (row[0], row[-1]):
                self.assertNotIn(cell[:1], tuple("=+-@\t\r"), name)

    def test_a_name_stays_in_its_cell_and_its_element(self):
        name = 'a",10,10\n</testsuite><testsuite name="b" & <![CDATA['
        table, results, junit, *_ = self.written(name, note="]]> <x>\0\x1b\ufffe")
        self.assertEqual(len(list(csv.reader(table.splitlines()))), 2)
        self.assertEqual(json.loads(results)["score"], 0)
        self.assertEqual(len(ElementTree.fromstring(junit)), 1)

    def test_a_terminal_obeys_nothing(self):
        text = "\x1b[2J\x9b2J\u202e\x07\x08\r\u2028"
        for written in self.written("name" + text, note=text, output="before" + text + "after"):
            self.assertTrue(all(c.isprintable() or c == "\n" for c in written), written)

    def test_a_name_is_no_markup(self):
        name = "<img src=x onerror=alert(1)> [x](javascript:y) `a` *b*"
        self.assertNotRegex(self.written(name, note=name)[4], r"(?<!\\)[<`*\[]")

    def test_output_is_no_line_of_the_report(self):
        report = self.written("alice", output="\n- Right: 10 of 10 (reached)\x0b- Right: 10 of 10\u2028- Right: 10 of 10\n# alice: 10")[4]
        self.assertEqual([line for line in report.splitlines() if line.startswith("- Right") and "10 of 10" in line], [])
        self.assertEqual(len([line for line in report.splitlines() if line.startswith("# ")]), 1)


class Predictions(Folder):
    """The answers of an exercise that asks for numbers."""

    def judged(self, content):
        asks = next(e for e in EXERCISES.values() if e.predicts)
        file = self.top / "answers.toml"
        file.write_bytes(content.replace(b"NAME", asks.goals[0].name.encode()))
        bench = mock.Mock(backend="emulator")
        judge = goals.Judge(bench, asks)
        self.addCleanup(judge.beside.shutdown)
        with mock.patch.object(judge, "truth", return_value=4.0):
            return stored_form(judge.judge_answers(file))

    def test_odd_answers_are_wrong(self):
        for content in (b"NAME = nan", b"NAME = -inf", b"NAME = 1e999", b'NAME = "1e999"', b"NAME = 0x" + b"f" * 5000,
                        b'NAME = "4_"', b'NAME = "0_4"', b'NAME = "4 sectors"', b'NAME = "4,0"', "NAME = '\u0664'".encode(), b"NAME = " + b"1" * 5000,
                        b'NAME = "' + b"1" * 5000 + b'"', b"NAME = [[]]", b"NAME = true", b"NAME = 1979-05-27", b"NAME = {a = 4}",
                        b"NAME = " + b"[" * 5000, b'NAME = "4\\u0000"', b"\0", b"\xff\xfe4\0", b'NAME = "\\u001b[2J"', b"NAME"):
            with self.subTest(content[:40]):
                verdict = self.judged(content)
                self.assertEqual(verdict["points"], 0)
                self.assertNotIn("\x1b", json.dumps(verdict, ensure_ascii=False))

    def test_a_windows_file_is_read(self):
        for content in (b"NAME = 4\r\n", b"\xef\xbb\xbfNAME = 4\r\n", b"# \xfc\r\nNAME = 4\r\n"):
            with self.subTest(content):
                self.assertEqual(self.judged(content)["goals"][0]["state"], "reached")


class Weeks(Folder):
    """Several gradings into one folder."""

    def grade(self, given, points):
        """points: by students and exercises; None: no file. Gives what is told, and the rows of grades.csv."""
        book = Gradebook(self.top / "gradebook")
        handed = [students.Student(name, {e: b"x" for e, p in of.items() if p is not None}, [f"{given}: a note"],
                                   {e: [f"{e}: a note"] for e in of}) for name, of in points.items()]
        verdicts = {name: {e: None if p is None else {"points": p, "compiled": True, "goals": []} for e, p in of.items()}
                    for name, of in points.items()}
        told = book.enter(handed, verdicts, given)
        book.save()
        book.write(self.top, ["a", "b", "c"], "2000-01-01T00:00:00")
        with open(self.top / "grades.csv", newline="") as file:
            return told, {row.pop("student"): row for row in csv.DictReader(file)}

    def test_add_up_and_one_that_is_handed_in_again_is_told(self):
        self.grade("week 1", {"ann": {"a": 4}, "bo": {"a": 10}, "odd /\udcff": {"a": 1}})
        told, rows = self.grade("week 2", {"ann": {"b": 7.5}, "zoe": {"b": None}})
        self.assertEqual(told, [])
        notes = "week 1: a note; week 2: a note; a: a note; b: a note"
        self.assertEqual(rows["ann"], {"a": "4", "b": "7.5", "points": "11.5", "of": "20", "notes": notes})
        self.assertEqual(rows["bo"], {"a": "10", "b": "", "points": "10", "of": "20", "notes": "week 1: a note; a: a note"})
        self.assertEqual(list(rows), ["ann", "bo", "odd /\\xff", "zoe"])
        reports = sorted(file.name for file in (self.top / "students").iterdir())
        self.assertEqual(len(ElementTree.parse(self.top / "junit.xml").getroot()), 4)
        self.assertIn("11.5 of 20 points", (self.top / "students/ann/report.md").read_text())
        told, again = self.grade("late", {"ann": {"a": 9}})
        self.assertEqual(told, ["ann: a: 9 points, 4 before"])
        self.assertEqual(again["ann"]["points"], "16.5")
        self.assertEqual({name: row for name, row in again.items() if name != "ann"}, {name: row for name, row in rows.items() if name != "ann"})
        self.assertEqual(sorted(file.name for file in (self.top / "students").iterdir()), reports)
        self.grade("late", {"Ann": {"a": 1}})
        self.assertEqual(len({file.name.lower() for file in (self.top / "students").iterdir()}), len(reports) + 1)

    def test_keep_who_is_gone_marked(self):
        self.grade("in", {"ann": {"a": 4, "b": 2}, "bo": {"a": 10}, "cy": {"a": None}})
        for _ in range(2):
            told, rows = self.grade("in", {"ann": {"a": 4, "b": None}})
            gone = "no longer among the submissions"
            self.assertEqual(told, [f"ann: {gone}: b; the points are from an earlier grading",
                                    f"bo: {gone}: a; the points are from an earlier grading", f"cy: {gone}"])
            self.assertEqual({name: (row["points"], gone in row["notes"]) for name, row in rows.items()},
                             {"ann": ("6", True), "bo": ("10", True), "cy": ("0", True)})
        told, rows = self.grade("in", {"ann": {"a": 4, "b": 2}, "bo": {"a": 10}, "cy": {"a": None}})
        self.assertFalse(told or any(gone in row["notes"] for row in rows.values()))

    def test_have_no_columns_for_what_nobody_was_set(self):
        rows = self.grade("in", {"ann": {"c": 4, "b": None}})[1]
        self.assertEqual(list(rows["ann"])[:2], ["b", "c"])
        book = Gradebook(self.top / "gradebook")
        book.enter([students.Student("bo")], {"bo": {"a": None, "c": None}}, "late", are_set=False)
        self.assertEqual(book.exercises(), {"b", "c"})

    def test_name_a_row_that_is_damaged(self):
        self.grade("in", {"ann": {"a": 4}})
        (self.top / "gradebook/ann.json").write_text("[]")
        self.assertRaisesRegex(ToolError, "ann.json: damaged", Gradebook, self.top / "gradebook")

    def test_need_no_note_on_what_was_graded_before(self):
        self.alice(GOOD)
        (self.folder / "bob_vecadd_bytes.cu").write_bytes(GOOD)
        for graded, notes in (((), 1), (["vecadd_bytes"], 0)):
            found, _ = submissions.find(self.folder, [EXERCISES["vecadd_grid"]], EXERCISES, graded)
            self.assertEqual([len(s.notes) for s in found], [notes, notes])


class Table(unittest.TestCase):
    def table(self, exercises):
        student = students.Student("alice")
        grades = {"alice": {e.name: {"points": 10} if e.name == VECADD.name else None for e in exercises}}
        out = io.StringIO()
        Console(width=80, file=out).print(grades_table([student], exercises, grades, 80))
        return [line.split() for line in out.getvalue().splitlines()]

    def test_of_all_exercises_can_be_read_in_80_columns(self):
        self.assertEqual(self.table(list(EXERCISES.values())),
                         [["student", "handed", "in", "points"], ["alice", "1", "of", str(len(EXERCISES)), "10"]])

    def test_of_few_exercises_has_a_column_for_each(self):
        self.assertEqual(self.table([VECADD, EXERCISES["vecadd_grid"]]),
                         [["student", "vecadd_bytes", "vecadd_grid", "points"], ["alice", "10", "-", "10"]])


if __name__ == "__main__":
    from test_grading_names import FileNames  # noqa: F401 (unittest finds it here)
    sys.exit(unittest.main())
