"""What a student does with scripts/lab, on the emulator."""
import os
import pty
import select
import signal
import subprocess
import time
import unittest
from pathlib import Path

from support import EXERCISE, LabTest, exercise_file

ENDLESS = """
LADDER_VERSION(Counter, 2, "never ends", [](std::size_t, Run&) -> int { for (;;) ::usleep(1000); });
"""


class Student(LabTest):
    def test_goes_from_the_start_file_to_all_points(self):
        self.assertIn("count_lost_updates.cu", self.lab("start", EXERCISE))
        said = self.lab("check", code=1)
        self.assertIn("0 of 10 points", said)
        self.assertRegex(said, r"Race reported .*\n?.*count_lost_updates\.cu:\d+")
        self.solve()
        self.assertIn("10 of 10 points", self.lab("check"))
        self.assertIn("atomicAdd", self.lab("solution"))
        self.assertRegex(self.lab("list"), rf"{EXERCISE} .*done")

    def test_is_told_what_a_grader_refuses(self):
        self.lab("start", EXERCISE)
        self.answer().write_text("#pragma omp\n" + exercise_file(EXERCISE, "solution.cu"))
        self.assertIn("A grader refuses this file: line 1: uses #pragma omp", self.lab("check"))

    def test_sees_one_hint_more_each_time_and_the_solution_only_when_done(self):
        self.lab("start", EXERCISE)
        self.assertIn("Hint 1 of", self.lab("hint"))
        said = self.lab("hint")
        self.assertIn("Hint 2 of", said)
        self.assertNotIn("Hint 1 of", said)
        self.assertIn("Hint 1 of", self.lab("hint", "--again"))
        self.assertIn("--give-up", self.lab("solution", code=2))
        self.assertIn("atomicAdd", self.lab("solution", "--give-up"))
        self.assertIn("solution seen", self.lab("list"))

    def test_reads_what_the_compiler_says_at_the_files_own_line(self):
        self.lab("start", EXERCISE)
        self.answer().write_text(self.answer().read_text().replace("__global__ void", "__global__ viod"))
        said = self.lab("check", code=1)
        self.assertIn("does not compile", said)
        self.assertRegex(said, r"(?m)^count_lost_updates\.cu:\d+:\d+: error")

    def test_sees_no_warning_that_only_an_error_has_caused(self):
        self.lab("start", EXERCISE)
        self.answer().write_text(self.answer().read_text().replace("int block =", "int blok ="))
        said = self.lab("check", code=1)
        self.assertIn("'block' was not declared", said.replace("‘", "'").replace("’", "'"))
        self.assertNotIn("warning", said)
        self.answer().write_text(self.answer().read_text().replace("int blok =", "int unused = 1, block ="))
        self.assertIn("unused variable", self.lab("check", code=1))

    def test_is_told_what_an_answer_is_where_the_file_cannot_be_read(self):
        self.lab("start", "access_sectors")
        file = self.work / "access_sectors.toml"
        file.write_text(file.read_text().replace('times = ""', "times = eight"))
        said = self.lab("check", code=1)
        self.assertIn("access_sectors.toml cannot be read", said)
        self.assertIn("An answer is a number, as in stride_1 = 3.5", said)

    def test_sees_80_columns_without_colours_where_output_is_piped(self):
        self.lab("start", EXERCISE)
        for words, code in ((["list"], 0), (["check"], 1), (["hint"], 0), (["compare", "count_v2", "count_v4"], 0)):
            said = self.lab(*words, code=code)
            self.assertNotIn("\x1b", said)
            if words[0] != "compare":  # sources are as wide as they are, and so are commands
                self.assertEqual([line for line in said.splitlines() if len(line) > 80 and "scripts/lab" not in line], [])

    def test_is_not_told_which_version_is_the_solution_before_the_last_hint(self):
        self.lab("start", "reduce_bank_conflicts")
        said = self.lab("explain")
        self.assertIn("Bank conflicts:", said)
        self.assertNotRegex(said, r"reduce_v|\bv3\b")
        self.assertRegex(said, r" 13312 ")  # the counters above it have no commas either
        self.assertNotIn("Next: ", self.lab("run"))
        while "These are all" not in self.lab("hint"):
            pass
        said = self.lab("explain")
        self.assertIn("(see: reduce_v3)", " ".join(said.split()))
        self.assertIn("Next: v3", said)

    def test_compares_two_versions(self):
        said = self.lab("compare", "count_v2", "count_v4", "-n", "4096")
        self.assertRegex(said, r"(?m)^--- count_v2$")
        self.assertRegex(said, r"(?m)^global atomics: requests +128 +\d+")

    def test_is_told_in_one_line_what_is_wrong_with_a_command(self):
        for words, code, expected in ((["check"], 2, "no exercise is started"), (["start", "nonsense\n"], 2, "no exercise"),
                                      (["check", "lost"], 2, "did you mean"), (["check", EXERCISE], 2, "not started"),
                                      (["lis"], 2, "no command 'lis'; did you mean list?"), (["qqq"], 2, "--help lists them"),
                                      (["compare", "count_v2"], 2, "compare count_v2 with what? B is missing"),
                                      (["compare", "count_v2", "-n", "4096"], 2, "B is missing"), (["compare"], 2, "A and B are missing"),
                                      (["compare", "count_v2", "coutn_v3"], 3, "did you mean count_v3"),
                                      (["compare", "count_v2", "count_v99"], 3, "no such version; count has v1, v2"),
                                      (["compare", "count_v2", "reduce_v2"], 3, "different problems")):
            said = self.lab(*words, code=code)
            self.assertIn(expected, said)
            self.assertEqual(len(said.strip().splitlines()), 1, said)

    def watch(self):
        """The process that watches, and its terminal."""
        terminal, inside = pty.openpty()
        process = subprocess.Popen(self.command("watch"), stdout=inside, stderr=inside, env=self.environment())
        self.addCleanup(process.wait, 10)
        self.addCleanup(process.terminate)
        self.addCleanup(os.close, terminal)
        os.close(inside)
        self.read_until(terminal, "Watching", 120)
        return process, terminal

    def end_watch(self, process):
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(10), 0)
        self.assertEqual(self.programs_left(), "")

    def programs_left(self):
        pattern = f"{os.environ['LAB_BUILD']}/lab/check-.*/{EXERCISE}"
        return subprocess.run(["pgrep", "-f", pattern], capture_output=True, text=True).stdout

    def test_gets_a_verdict_at_once_and_for_each_save_and_ends_the_watch_with_ctrl_c(self):
        self.lab("start", EXERCISE)
        process, terminal = self.watch()
        self.read_until(terminal, "0 of 10 points", 60)
        start = time.monotonic()
        self.solve()
        self.read_until(terminal, "10 of 10 points", 30)
        self.assertLess(time.monotonic() - start, 60)  # 5 s on an idle machine; tests share theirs
        self.end_watch(process)

    def test_saves_while_a_check_runs_and_the_check_begins_anew(self):
        self.lab("start", EXERCISE)
        self.answer().write_text('#include "counter.h"\n#include <unistd.h>\n' + ENDLESS)
        process, terminal = self.watch()
        self.wait_for(self.programs_left)
        self.end_watch(process)  # also in the middle of a check
        process, terminal = self.watch()
        self.wait_for(self.programs_left)
        start = time.monotonic()
        self.solve()
        self.assertNotIn("of 10 points", self.read_until(terminal, "begins anew", 10))
        self.read_until(terminal, "10 of 10 points", 40)
        self.assertLess(time.monotonic() - start, 40)  # the endless program would have been ended after 60 s
        self.end_watch(process)

    def test_leaves_nothing_behind_with_ctrl_c_in_a_check(self):
        self.end_in_a_check(signal.SIGINT)

    def test_leaves_nothing_behind_when_it_is_terminated(self):
        self.end_in_a_check(signal.SIGTERM)

    def end_in_a_check(self, ending):
        self.lab("start", EXERCISE)
        self.answer().write_text('#include "counter.h"\n#include <unistd.h>\n' + ENDLESS)
        scratch = Path(os.environ["LAB_BUILD"]) / "lab"
        scratch.mkdir(exist_ok=True)
        before = set(scratch.iterdir())
        process = subprocess.Popen(self.command("check"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   env=self.environment())
        self.wait_for(lambda: any((f / EXERCISE).exists() for g in set(scratch.iterdir()) - before for f in g.iterdir()))
        time.sleep(0.5)
        process.send_signal(ending)
        self.assertEqual(process.wait(30), 130)
        self.assertEqual(self.programs_left(), "")
        self.assertEqual([f for f in set(scratch.iterdir()) - before if any(f.glob(f"*/{EXERCISE}"))], [])

    def wait_for(self, condition, seconds=60):
        end = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)

    def read_until(self, terminal, words, seconds):
        text, end = "", time.monotonic() + seconds
        while words not in text:
            self.assertLess(time.monotonic(), end, text)
            if select.select([terminal], [], [], 0.2)[0]:
                text += os.read(terminal, 65536).decode(errors="replace")
        return text


if __name__ == "__main__":
    unittest.main()
