"""exercise.toml, counters and the work folder."""
import contextlib
import io
import json
import re
import tempfile
import time
import unittest
from pathlib import Path

from support import ROOT

from tool import counters
from tool.compiler_messages import errors_of
from tool.exercise import KEYS, KINDS, BadExercise, Goal, marked_lines, read_all, read_exercise
from tool.first_failure import by_its_own_name, first_difference, first_failure
from tool.goals import missed_run, no_numbers, similar_mark, unknown_answers
from tool.grading.refuse import may_use, refused_files, refused_name, refused_text
from tool.lab import Lab, UsageError
from tool.ladders import in_project
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
                                ('[[hints]]\ntext = "c"', "", "2 hints"), ('ladder = "count"', "", "have a ladder"), ("version = 2", "", "and a version"),
                                ("week = 1", "week = ", "exercise.toml"),
                                ('counter = "global_atomics.requests"\nmost = 3', 'failing = ["copy:1"]', "only a 'plain CUDA'"),
                                ('counter = "global_atomics.requests"\nmost = 3', 'failing = ["copies:1"]', "list of calls like"),
                                ('counter = "global_atomics.requests"\nmost = 3', 'failing = "copy:1"', "must be a list of texts"),
                                ("most = 3", 'most = "3"', "most = '3': it must be a number"), ("week = 1", 'week = "1"', "must be a whole number"),
                                ('[[hints]]\ntext = "c"', '[[hints]]\ntxet = "c"', "unknown: txet"),
                                ("points = ", "kept = true\npoints = ", "the start file reaches all goals")):
            with self.subTest(words), self.assertRaisesRegex(BadExercise, words):
                self.read(TOML.replace(old, new))

    def test_one_that_is_not_right_is_left_out_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, after in (("a", "b"), ("b", "a"), ("c", "a"), ("d", ""), ("e", "")):
                (Path(folder) / name).mkdir()
                (Path(folder) / name / "exercise.toml").write_text(TOML.replace("after = []", f'after = ["{after}"]') if name != "d" else "week =")
                for file in ("start.cu", "task.md"):
                    (Path(folder) / name / file).write_text("")
            told = {}
            self.assertEqual(list(read_all(Path(folder), lambda name, fault: told.update({name: str(fault)}))), ["b", "c", "e"])
            self.assertEqual(told.keys(), {"a", "d"})
            self.assertRegex(told["a"], "a -> b is a circle")
            self.assertRaises(BadExercise, read_all, Path(folder))

    def test_a_command_names_the_one_that_it_leaves_out_in_one_line(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "lab/exercises/new").mkdir(parents=True)
            (root / "lab/exercises/new/exercise.toml").write_text('title = "A new one"\n')
            with contextlib.redirect_stderr(io.StringIO()) as said:
                lab = Lab(root, root / "work")
            self.assertRegex(said.getvalue(), r"^scripts/lab: new is left out: .*exercise.toml: missing: after, hints, .*\n$")
            self.assertEqual(said.getvalue().count("\n"), 1)
            self.assertRaisesRegex(BadExercise, "new is left out until", lab.exercise, "new")
            self.assertRaisesRegex(UsageError, "no exercise", lab.exercise, "other")

    def test_the_readme_lists_the_keys(self):
        rows = re.findall(r"^\| `([^`]*)` \| (`.*) \| (.*) ?\|$", (ROOT / "lab" / "README.md").read_text(), re.M)
        listed = {row[0]: tuple(set(re.findall(r"`(\w+)`", cell)) for cell in row[1:]) for row in rows if row[0] in KEYS}
        self.assertEqual(listed, KEYS)

    def test_there_are_36_and_enough_of_each_kind(self):
        found = read_all(ROOT / "lab" / "exercises").values()
        self.assertGreaterEqual(len(found), 36)
        kinds = [exercise.kind for exercise in found]
        for kind, least in zip(KINDS, (12, 10, 8, 4, 2)):
            self.assertGreaterEqual(kinds.count(kind), least, kind)

    def test_every_ladder_has_two_or_more(self):
        found = [exercise.ladder for exercise in read_all(ROOT / "lab" / "exercises").values()]
        few = {name: found.count(name) for name in in_project(ROOT) if found.count(name) < 2}
        self.assertEqual(few, {})

    def test_those_with_several_gpus_are_of_the_ladders_of_several(self):
        found = read_all(ROOT / "lab" / "exercises").values()
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


class Includes(unittest.TestCase):
    def test_are_allowed_by_their_folders_also_with_a_space(self):
        source, allowed = Path("/given/x.cu"), [Path("/a folder"), Path("/usr")]
        rule = "object.o: /given/x.cu /a\\ folder/common/ladder.h \\\n /usr/include/c++/12/vector\n"
        self.assertEqual(refused_files(rule, allowed, source), [])
        self.assertEqual(refused_files(rule + " /a/secret.h", allowed, source), ["includes secret.h, which is none of the exercise's headers"])
        self.assertEqual(refused_files("", allowed, source), [])


class Refusals(unittest.TestCase):
    def test_name_the_line_and_what_is_written(self):
        self.assertEqual(refused_text("a;\n/* x\n */ b \\\n c;\n#define main x\n", "", False), ["line 5: redefines main"])
        self.assertEqual(refused_text("#/*\n*/define main x\n", "", True), ["line 1: redefines main"])
        self.assertEqual(refused_text("\nasm(x);\n", "", True), ["line 2: uses assembly"])
        self.assertRegex(refused_text("\nint __REDIRECT_NTH(f, (), g; .incbin \"/etc/passwd\");\n", "asm", True)[0], "line 2: uses assembly")
        for symbol in ("VTT for std::basic_ofstream<char>", "std::basic_ofstream<char>::basic_ofstream(char const*)"):
            self.assertEqual(refused_name(symbol, "\nstd::ofstream f;\n"), "line 2: std::ofstream: files may not be used")

    def test_spare_what_is_harmless_in_a_whole_program(self):
        for text in ("#define CUDA_CHECK(x) x\n", "#pragma omp parallel\n", "#define kernel k\n"):
            self.assertEqual(refused_text(text, "", True), [], text)
            self.assertEqual(len(refused_text(text, "", False)), 1, text)
        for name in ("setvbuf", "std::random_device::_M_fini()", "std::ios_base::sync_with_stdio(bool)"):
            self.assertTrue(may_use("_ZNSt", name, True), name)
            self.assertFalse(may_use("_ZNSt", name, False), name)
        for name in ("perror", "strerror", "gettimeofday", "clock_gettime"):
            self.assertTrue(may_use(name, name, False), name)

    def test_spare_branches_that_are_not_compiled(self):
        for text in ("#ifdef __INTELLISENSE__\n#define __global__\n#endif\n", "#if defined(_MSC_VER)\n#if 1\n#pragma x\n#endif\n#endif\n"):
            self.assertEqual(refused_text(text, "", True), [], text)
        for text in ("#ifdef _WIN32\n#else\n#define main x\n#endif\n", "#if 0\n#/*\n*/endif\n#define main x\n",
                     "#define _WIN32\n#ifdef _WIN32\n#define main x\n#endif\n", "#if 0\n#elif 1\n#define main x\n#endif\n"):
            self.assertEqual(len(refused_text(text, "", True)), 1, text)

    def test_say_of_a_file_that_is_no_text_only_this(self):
        self.assertEqual(refused_text("", "", True), ["the file is empty"])
        self.assertRegex(" ".join(refused_text("#\0d\0", "", True)), "no text in UTF-8")


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
        with self.assertRaisesRegex(counters.NothingCounted, "There are no global loads on line 1, marked // at: sum"):
            counters.value(self.data, "global_loads.sectors", lines={1}, file="b.cu", mark="sum")
        self.assertEqual(counters.value(self.data, "global_loads.sectors", kernel="k"), 12)
        with self.assertRaisesRegex(counters.NothingCounted, "counted in a kernel other, only in k. .*: keep it"):
            counters.value(self.data, "global_loads.sectors", kernel="other")

    def test_of_links_between_gpus(self):
        def link(copied, read=0, staged=0, to=1):
            none = {"transfers": 0, "bytes": 0}
            return {"from": 0, "to": to, "writes": none, "collectives": none, "copies": {"transfers": 1, "bytes": copied},
                    "reads": {"transfers": 2, "bytes": read}, "through_host": {"transfers": 1, "bytes": staged}}

        data = {"links": [link(100), link(40, read=8, to=2), link(0, staged=500, to=2)]}
        for counter, expected in (("links.bytes", 148), ("links.transfers", 9), ("links.copies.bytes", 140), ("links.used", 2),
                                  ("links.through_host.bytes", 500), ("links.reads.transfers", 6), ("links.most_received", 100)):
            self.assertEqual(counters.value(data, counter), expected, counter)
        for counter in ("links.bytes", "links.most_received"):
            self.assertEqual(counters.value({}, counter), 0)
        for unknown in ("links.byte", "links.atoms.bytes"):
            self.assertRaises(KeyError, counters.value, data, unknown)

    def test_a_ratio_of_nothing_is_no_number(self):
        with self.assertRaisesRegex(counters.NothingCounted, "There are no shared stores"):
            counters.value(self.data, "shared_stores.conflicts")
        with self.assertRaisesRegex(counters.NothingCounted, "There are no global stores on line 7, marked // at: sum"):
            counters.value(self.data, "global_stores.bus_utilisation", "", {7}, "a.cu", "sum")


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

    def test_of_a_template_the_first_is_kept(self):
        blocks = [f"a.cu: In instantiation of 'void f() [with T = {t}]':\na.cu:50:206:   required from here\n"
                  f"a.cu:30:19: error: {t} is no array\n   30 | b[0]\na.cu:14:17: note: candidate\n" for t in ("int", "float")]
        other = "a.cu:31:1: error: e\n"
        self.assertEqual(errors_of("".join(blocks) + other),
                         blocks[0].replace("50:206", "50") + other)  # nor the column behind a macro

    def test_speak_of_cuda_and_not_of_the_host_compiler(self):
        for message, words in (
                ("assignment of read-only location '*(a + ((sizetype)(((long unsigned int)i) * 4)))'",
                 "'a' points to const: nothing may be stored through it"),
                ("extended character \u00a0 is not valid in an identifier",
                 "a no-break space (U+00A0) stands here: replace it with a space")):
            self.assertEqual(errors_of(f"a.cu:1:5: error: {message}\n"), f"a.cu:1:5: error: {words}\n")

    def test_an_empty_list_of_alternatives_is_dropped(self):
        error, note = "a.cu:1:5: error: 'add' was not declared\n", "a.cu:1:5: note: suggested alternatives:\n"
        self.assertEqual(errors_of(error + note), error)
        full = error + note + "a.cu:2:5: note:   'x::add'\n"
        self.assertEqual(errors_of(full), full)

    def test_a_launch_with_two_signs_is_told_how_it_is_written(self):
        shifts = "".join(f"a.cu:25:{column}: error: no match for '{name}' (operand types are '{left}' and 'const dim3')\n"
                         "   25 |     add<<g, b>>(n);\n      |     ~~~^~~\n" for column, name, left in
                         ((33, "operator<<", "void(const float*, int)"), (60, "operator>>", "const dim3")))
        self.assertEqual(errors_of(shifts), "a.cu:25:33: error: a kernel launch is written <<<grid, block>>>, with three signs on "
                         "each side\n   25 |     add<<g, b>>(n);\n")
        printing = "a.cu:3:1: error: no match for 'operator<<' (operand types are 'std::ostream' and 'X')\n"
        self.assertEqual(errors_of(printing), printing)

    def test_without_an_error_all_is_kept(self):
        for text in ("", "a.cu:1:1: warning: w\n", "the compiler was killed\n"):
            self.assertEqual(errors_of(text), text)


REPORT = "========= Error: A\n=========     at line 1\n=========\n"


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

    def test_reports_on_a_later_input_do_not_stand_above_the_first_that_failed(self):
        err = f"ring_v2: self-test 19 of 56: --gpus 2\n{REPORT}"
        out = "v2: --gpus 1: WRONG: 2 in place of 1\nv2: --gpus 2: WRONG: a race\n"
        self.assertEqual(first_failure(Ran(1, out, err)), "v2: --gpus 1: WRONG: 2 in place of 1\n")
        self.assertEqual(first_failure(Ran(1, "v2: --gpus 2: WRONG: a race\n", err)), err + "v2: --gpus 2: WRONG: a race\n")

    def test_a_call_of_the_harness_is_not_named_below_the_report_that_caused_its_error(self):
        err = f"sum_v2: self-test 1 of 9: -n 1\n{REPORT}"
        failed = "v2: -n 1: CUDA error: run.cpp:55: cudaGetLastError(): invalid configuration argument\n"
        self.assertEqual(first_failure(Ran(4, failed, err)), err)
        self.assertEqual(first_failure(Ran(4, failed, "")), failed)

    def test_after_a_report_no_exit_code_is_told(self):
        goal = Goal("Right", 1, is_right=True)
        self.assertEqual(missed_run(goal, Ran(1, "", ""), "--selftest", REPORT).why, "")
        self.assertEqual(missed_run(goal, Ran(1, "", ""), "-n 64", REPORT).why, "the run with -n 64:")
        self.assertEqual(missed_run(goal, Ran(1, "", ""), "--selftest", "").why, "the run with --selftest ended with exit code 1")
        self.assertEqual(missed_run(goal, Ran(None, "", ""), "--selftest", REPORT).why, "the run with --selftest did not end in time")

    def test_are_told_under_the_exercises_name_alone(self):
        exercise = read_all(ROOT / "lab" / "exercises")["reduce_tree"]
        text = "reduce_v3: self-test 1 of 9: -n 1\nv3: -n 1: WRONG\nv3: the smallest input with a wrong result is -n 1\n"
        self.assertEqual(by_its_own_name(text, exercise), "reduce_tree: self-test 1 of 9: -n 1\n-n 1: WRONG\n"
                         "The smallest input with a wrong result is -n 1\n")

    def test_of_an_output_are_told_by_the_first_line_that_differs(self):
        self.assertEqual(first_difference("1 number\nlast 5\nend\n", "1  number\nlast 0\nend\n"),
                         "line 2\nexpected: last 5\nprinted:  last 0\n")
        self.assertEqual(first_difference("a\n", "a\nb\n"), "line 2\nexpected: no more\nprinted:  b\n")

    def test_name_a_mark_or_an_answer_that_is_nearly_the_right_one(self):
        self.assertEqual(similar_mark("a;\nb;  // at: load\n", "loads"), " Line 2 is marked // at: load.")
        self.assertEqual(similar_mark("b;  // at: store\n", "loads"), "")
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "answers.toml"
            file.write_text("# smalest\nlargest = 1\nsmalest = 3\n")
            self.assertEqual(unknown_answers(file, {"largest": 1, "smalest": 3}, ["largest", "smallest"]),
                             "line 3: smalest is no question; smallest?\n")
            self.assertEqual(unknown_answers(file, {"largest": 1}, ["largest", "smallest"]), "")

    def test_an_answer_that_is_no_number_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "answers.toml"
            file.write_text('a = 1\nb = "eight"\nc = ""\nd = true\n')
            given = {"a": 1, "b": "eight", "c": "", "d": True}
            self.assertEqual(no_numbers(file, given, ["a", "b", "c", "d", "e"]), "line 2: b: 'eight' is no number; write it as in b = 3.5\n"
                             "line 4: d: 'True' is no number; write it as in d = 3.5\n")


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
