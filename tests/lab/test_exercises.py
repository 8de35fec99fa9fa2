"""exercise.toml, counters and the work folder."""
import json
import re
import tempfile
import time
import unittest
from pathlib import Path

from support import ROOT

from tool import counters
from tool.compiler_messages import errors_of
from tool.exercise import KINDS, BadExercise, marked_lines, read_all, read_exercise
from tool.goals import first_failure
from tool.program import Ran, ToolError, run_limited
from tool.show import plain_numbers
from tool.verdict import Result, State, Verdict
from tool.workfolder import WorkFolder

TOML = """
title = "T"
ladder = "count"
version = 2
kind = "repair"
week = 1
minutes = 10
know = []
after = []
teaches = "It."
[[goals]]
title = "Right"
is = "right"
points = 6
[[goals]]
title = "Few"
counter = "global_atomics.requests"
most = 3
points = 4
[[hints]]
text = "a"
[[hints]]
text = "b"
[[hints]]
text = "c"
"""


def line(file="a.cu", number=1, memory="global", access="load", **counts):
    zero = dict.fromkeys(counters.FIELDS, 0)
    return {"kernel": "ns::k<int>", "file": file, "line": number, "memory": memory, "access": access, **zero, **counts}


class Exercises(unittest.TestCase):
    def read(self, toml):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("start.cu", "task.md"):
                (Path(folder) / name).write_text("")
            (Path(folder) / "exercise.toml").write_text(toml)
            return read_exercise(Path(folder))

    def test_a_right_one_is_read(self):
        self.assertEqual([goal.title for goal in self.read(TOML).goals], ["Right", "Few"])

    def test_slips_are_refused_with_the_file_and_the_reason(self):
        for old, new, words in ((('"repair"', '"mend"', "kind 'mend'")), ("points = 4", "points = 5", "add up to 11"),
                                ("most = 3", "", "no least, most or equals"), ("most = 3", "mots = 3", "unknown: mots"),
                                ('[[hints]]\ntext = "c"', "", "2 hints"), ('ladder = "count"', "", "have a ladder"),
                                ("week = 1", "week = ", "exercise.toml"),
                                ("points = ", "kept = true\npoints = ", "the start file reaches all goals")):
            with self.subTest(words), self.assertRaisesRegex(BadExercise, words):
                self.read(TOML.replace(old, new))

    def test_there_are_36_two_for_each_ladder_and_enough_of_each_kind(self):
        found = read_all(ROOT / "lab" / "exercises").values()
        self.assertGreaterEqual(len(found), 36)
        kinds = [exercise.kind for exercise in found]
        for kind, least in zip(KINDS, (12, 10, 8, 4, 2)):
            self.assertGreaterEqual(kinds.count(kind), least, kind)
        for ladder in ("count vecadd saxpy access layout transpose hist reduce scan matmul matmul_bf16 shortcut conv1d conv2d gol "
                       "nbody spmv bfs stream").split():
            self.assertGreaterEqual([exercise.ladder for exercise in found].count(ladder), 2, ladder)
        several = [exercise for exercise in found if exercise.gpus > 1]
        self.assertEqual({"halo", "allpairs", "allreduce"}, {exercise.ladder for exercise in several})

    def test_each_comes_after_those_that_it_builds_on(self):
        done = set()
        for exercise in read_all(ROOT / "lab" / "exercises").values():
            self.assertLessEqual(set(exercise.after), done, exercise.name)
            done.add(exercise.name)

    def test_what_the_start_file_does_already_gives_points_only_beside_something_new(self):
        for exercise in read_all(ROOT / "lab" / "exercises").values():  # self-check proves that the marks are right
            def points(is_reached):
                return Verdict([Result(goal, State.reached if is_reached(goal) else State.missed) for goal in exercise.goals]).points

            first_new = next(goal for goal in exercise.goals if not goal.kept)
            self.assertEqual(points(lambda goal: goal.kept), 0, exercise.name)
            self.assertEqual(points(lambda goal: goal.kept or goal is first_new),
                             first_new.points + sum(goal.points for goal in exercise.goals if goal.kept), exercise.name)
            self.assertEqual(points(lambda goal: True), 10, exercise.name)

    def test_no_text_loses_its_underscores(self):  # in Markdown, two on both sides of a word make it bold
        for exercise in read_all(ROOT / "lab" / "exercises").values():
            for text in [(exercise.folder / "task.md").read_text(), *exercise.hints]:
                prose = re.sub(r"```.*?```|`[^`]*`", "", text, flags=re.S)
                self.assertNotRegex(prose, r"(?<!\w)__\w[^_]*__(?!\w)", exercise.name)

    def test_marks_are_at_the_ends_of_lines(self):
        self.assertEqual(marked_lines("x;  // at: load\n// at: load\ny;  // at: loads\nat: load", "load"), {1, 2})


class Counters(unittest.TestCase):
    data = {"barriers": 3, "pinned_copies": {"bytes": 7},
            "lines": [line(number=1, requests=2, sectors=8, ideal_sectors=4, lanes=64, bytes_asked=256),
                      line(number=2, requests=2, sectors=4, ideal_sectors=4, memory="module"),
                      line(number=2, requests=5, memory="shared", wavefronts=10, ideal_wavefronts=5)]}

    def test_are_added_up_or_divided(self):
        for counter, expected in (("global_loads.requests", 4), ("global_loads.sectors_per_request", 3),
                                  ("global_loads.excess_sectors", 1.5), ("shared_loads.conflicts", 2),
                                  ("global_loads.bytes_per_lane", 4), ("barriers", 3), ("pinned_copies.bytes", 7)):
            self.assertEqual(counters.value(self.data, counter), expected, counter)

    def test_of_marked_lines_and_of_a_kernel_only(self):
        self.assertEqual(counters.value(self.data, "global_loads.sectors", lines={1}, file="a.cu"), 8)
        self.assertEqual(counters.value(self.data, "global_loads.sectors", lines={1}, file="b.cu"), 0)
        self.assertEqual(counters.value(self.data, "global_loads.sectors", kernel="k"), 12)
        with self.assertRaisesRegex(counters.NothingCounted, "counted in a kernel other, only in k. .*: keep it"):
            counters.value(self.data, "global_loads.sectors", kernel="other")

    def test_of_links_between_gpus(self):
        def link(copied, read=0, staged=0):
            none = {"transfers": 0, "bytes": 0}
            return {"from": 0, "to": 1, "writes": none, "collectives": none, "copies": {"transfers": 1, "bytes": copied},
                    "reads": {"transfers": 2, "bytes": read}, "through_host": {"transfers": 1, "bytes": staged}}

        data = {"links": [link(100), link(40, read=8), link(0, staged=5)]}
        for counter, expected in (("links.bytes", 148), ("links.transfers", 9), ("links.copies.bytes", 140), ("links.used", 2),
                                  ("links.through_host.bytes", 5), ("links.reads.transfers", 6)):
            self.assertEqual(counters.value(data, counter), expected, counter)
        self.assertEqual(counters.value({}, "links.bytes"), 0)
        for unknown in ("links.byte", "links.atoms.bytes"):
            self.assertRaises(KeyError, counters.value, data, unknown)

    def test_a_ratio_of_nothing_is_no_number(self):
        with self.assertRaisesRegex(counters.NothingCounted, "There are no shared stores"):
            counters.value(self.data, "shared_stores.conflicts")


GCC = """\
a.cu: In function 'void add(int)':
a.cu:10:50: warning: unused parameter 'b' [-Wunused-parameter]
   10 | void add(int b)
      |          ~~~~^
a.cu:14:23: error: 'bb' was not declared in this scope; did you mean 'b'?
   14 |         c = bb;
      |             ^~
a.cu:3:5: note: declared here
a.cu: In function 'int f()':
a.cu:20:15: warning: unused variable 'blok' [-Wunused-variable]
   20 |     const int blok = 1;
a.cu:20:15: note: it is here
In file included from b.h:3,
                 from a.cu:1:
c.h:5:1: error: expected ';'
"""
ERRORS = """\
a.cu: In function 'void add(int)':
a.cu:14:23: error: 'bb' was not declared in this scope; did you mean 'b'?
   14 |         c = bb;
      |             ^~
a.cu:3:5: note: declared here
In file included from b.h:3,
                 from a.cu:1:
c.h:5:1: error: expected ';'
"""


class CompilerMessages(unittest.TestCase):
    def test_where_there_are_errors_warnings_are_dropped(self):
        self.assertEqual(errors_of(GCC), ERRORS)
        self.assertEqual(errors_of("a.cu:1:1: warning: w\na.cu:2:1: error: e\n1 warning and 1 error generated.\n"),
                         "a.cu:2:1: error: e\n")

    def test_the_linkers_errors_are_kept(self):
        linker = "ld: x.o: in function `f':\na.cu:3: undefined reference to `g'\ncollect2: error: ld returned 1 exit status\n"
        self.assertEqual(errors_of("a.cu:1:1: warning: w\n" + linker), linker)

    def test_without_an_error_all_is_kept(self):
        for text in ("", "a.cu:1:1: warning: w\n", "the compiler was killed\n"):
            self.assertEqual(errors_of(text), text)


class Failures(unittest.TestCase):
    def test_many_reports_do_not_hide_the_verdict_and_the_smallest_input(self):
        reports = [f"========= Error: {name}\n=========     at line 1\n=========\n" for name in "ABCDE"]
        err = "".join(["count_v2: self-test 2 of 9: -n 2\n", *reports, "count_v2: self-test 3 of 9: -n 3\n", *reports])
        out = "v2: -n 2: WRONG: 1 in place of 2\nv2: -n 3: WRONG: 1\n" \
              "v2: the smallest input with a wrong result is -n 1\n  got 1\ncount_v2: 0 inputs right, 3 wrong\n"
        self.assertEqual(first_failure(Ran(1, out, err)), "".join(
            ["count_v2: self-test 2 of 9: -n 2\n", *reports[:3], "========= and 2 more on this input\n",
             "v2: -n 2: WRONG: 1 in place of 2\nv2: the smallest input with a wrong result is -n 1\n  got 1\n"]))
        few = "x: self-test 1 of 9: -n 1\n" + "".join(reports[:3])
        self.assertEqual(first_failure(Ran(1, "", few)), few)


class Numbers(unittest.TestCase):
    def test_have_no_commas(self):
        self.assertEqual(plain_numbers("and 31,319 more, of 1,048,576. block (1,128,0), tile<1,128>, 1,2,333, x[1, 256]"),
                         "and 31319 more, of 1048576. block (1,128,0), tile<1,128>, 1,2,333, x[1, 256]")

    def test_of_the_exercises_are_written_like_those_of_the_programs(self):
        for file in (ROOT / "lab" / "exercises").glob("*/exercise.toml"):
            for line in file.read_text().splitlines():
                if line.startswith(("title", "ask", "because", "teaches")):
                    self.assertEqual(plain_numbers(line), line, file)
                    self.assertNotRegex(line, r"\d \d{3}\b", file)


class Work(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name) / "work"
        self.exercise = read_all(ROOT / "lab" / "exercises")["count_lost_updates"]

    def test_a_start_never_overwrites(self):
        work = WorkFolder(self.folder)
        self.assertEqual(len(work.start(self.exercise)), 2)
        work.answer(self.exercise).write_text("mine")
        self.assertEqual(work.start(self.exercise), [])
        self.assertEqual(work.answer(self.exercise).read_text(), "mine")

    def test_progress_is_kept_in_a_file_that_people_can_read(self):
        work = WorkFolder(self.folder)
        work.of(self.exercise).points = 7
        work.save()
        self.assertEqual(json.loads(work.state_file.read_text())["exercises"]["count_lost_updates"]["points"], 7)
        self.assertEqual(WorkFolder(self.folder).of(self.exercise).points, 7)

    def test_a_damaged_file_is_named_and_left_alone(self):
        self.folder.mkdir()
        for text in ("{", "[]", '{"current": "", "exercises": {"a": {"x": 1}}}'):
            (self.folder / "progress.json").write_text(text)
            with self.assertRaisesRegex(ToolError, "progress.json: damaged"):
                WorkFolder(self.folder)
            self.assertEqual((self.folder / "progress.json").read_text(), text)


class Runs(unittest.TestCase):
    def test_a_program_that_does_not_end_is_ended_with_its_children(self):
        ran = run_limited(["sh", "-c", "sleep 1000 & echo $!; sleep 1000"], seconds=0.5)
        self.assertIsNone(ran.code)
        stat = Path(f"/proc/{ran.out.strip()}/stat")
        end = time.monotonic() + 10
        while stat.exists() and " Z " not in stat.read_text():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)

    def test_endless_output_is_ended(self):
        ran = run_limited(["sh", "-c", "exec yes"], seconds=60)
        self.assertEqual(ran.code, -25)  # SIGXFSZ
        self.assertLess(len(ran.out), 64 << 20)


if __name__ == "__main__":
    unittest.main()
