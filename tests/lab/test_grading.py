"""scripts/lab grade and handout: what they write, that they go on where they were interrupted, and that the judge accepts what is
right."""
import csv
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from xml.etree import ElementTree

from support import BUILD, ROOT, LabTest, exercise_file

EXERCISES = ["vecadd_bytes", "count_lost_updates"]


class Grade(LabTest):
    def setUp(self):
        super().setUp()
        self.submissions = Path(self.folder.name) / "in"
        for student, files in {"alice": {e: exercise_file(e, "solution.cu") for e in EXERCISES},
                               "bob": {e: exercise_file(e, "start.cu") for e in EXERCISES},
                               "carol": {"vecadd_bytes": "no C++ at all\n", "count_lost_updates":
                                         exercise_file("count_lost_updates", "solution.cu")}, "dora": {}}.items():
            (self.submissions / student).mkdir(parents=True)
            for exercise, text in files.items():
                (self.submissions / student / f"{exercise}.cu").write_text(text)

    def words(self, out):
        return ["grade", str(self.submissions), "--out", str(out), "--exercises", *EXERCISES]

    def grade(self, name, *words):
        out = Path(self.folder.name) / name
        self.printed = self.lab(*self.words(out), *words)
        return out

    def files_of(self, out):
        """By their names, without the time."""
        return {str(f.relative_to(out)): re.sub(rb'timestamp="[^"]*"', b"", f.read_bytes()) for f in sorted(out.rglob("*"))
                if f.is_file()}

    def test_writes_the_same_grades_twice_and_goes_on_where_it_was(self):
        first = self.grade("first", "--secret", "s")
        stamps = {f: f.stat().st_mtime_ns for f in (first / "verdicts").iterdir()}
        self.assertEqual(len(stamps), 5)  # bob's two, alice's two, of which carol's is one, and carol's own
        self.check_csv(first)
        self.check_gradescope(first)
        self.check_junit(first)
        self.assertIn("alice", self.printed)
        self.assertIn("Race reported", (first / "students/bob/report.md").read_text())
        self.assertIn("count_lost_updates.cu:", (first / "students/bob/report.txt").read_text())

        before = self.files_of(first)
        self.grade("first")  # the secret is kept
        self.assertEqual(before, self.files_of(first))
        self.assertEqual(stamps, {f: f.stat().st_mtime_ns for f in (first / "verdicts").iterdir()}, "judged again")

        second = Path(self.folder.name) / "second"
        self.interrupt(second)
        done = {f: f.stat().st_mtime_ns for f in (second / "verdicts").iterdir()}
        self.assertTrue(0 < len(done) < 5, done)
        self.assertFalse((second / "grades.csv").exists())
        self.grade("second")
        for file, stamp in done.items():
            self.assertEqual(file.stat().st_mtime_ns, stamp, "judged twice")
        self.assertEqual(before, self.files_of(second))
        self.check_week_by_week(first)

    def check_week_by_week(self, first):
        """Grading each exercise alone adds up to the same files. Nothing is judged again."""
        out = Path(self.folder.name) / "weeks"
        shutil.copytree(first / "verdicts", out / "verdicts")
        for exercise in EXERCISES:
            self.lab("grade", str(self.submissions), "--out", str(out), "--secret", "s", "--exercises", exercise)
        self.assertEqual(self.files_of(first), self.files_of(out))
        shutil.rmtree(self.submissions / "bob")
        self.assertIn("bob: no longer among the submissions", self.lab("grade", str(self.submissions), "--out", str(out), "--exercises", EXERCISES[1]))
        rows = [(first / "grades.csv").read_text().splitlines(), (out / "grades.csv").read_text().splitlines()]
        changed = [new for old, new in zip(*rows, strict=True) if old != new]
        self.assertEqual(changed, ["bob,0,0,0,20,\"no longer among the submissions: vecadd_bytes, count_lost_updates; "
                                   "the points are from an earlier grading\""])
        (first / "gradebook").rename(first / "elsewhere")
        self.assertIn("would be overwritten", self.lab(*self.words(first), code=3))

    def test_a_plain_program_is_graded_without_any_ladder_and_with_its_error_checks(self):
        right = exercise_file("plain_differences", "solution.cu")
        unchecked = right.replace("CHECK(cudaMalloc(&d_d, n * sizeof(int)))", "cudaMalloc(&d_d, n * sizeof(int))")
        self.assertNotEqual(right, unchecked)
        for student, text in (("alice", right), ("bob", unchecked)):
            (self.submissions / student / "plain_differences.cu").write_text(text)
        out = Path(self.folder.name) / "plain"
        self.lab("grade", str(self.submissions), "--out", str(out), "--exercises", "plain_differences")
        rows = {row["student"]: row["points"] for row in csv.DictReader((out / "grades.csv").read_text().splitlines())}
        self.assertEqual((rows["alice"], rows["bob"]), ("10", "8"))
        self.assertIn("fail=allocation:2", (out / "students/bob/report.txt").read_text())

    def interrupt(self, out):
        """Ends the command by Ctrl-C as soon as it has a verdict."""
        process = subprocess.Popen(self.command(*self.words(out), "--secret", "s", "--jobs", "1"), env=self.environment(),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        while process.poll() is None and not list(out.glob("verdicts/*.json")):
            time.sleep(0.02)
        os.killpg(process.pid, signal.SIGINT)
        self.assertEqual(process.wait(timeout=60), 130)
        self.assertEqual(list(BUILD.glob("lab/check-*/given")), [])

    def check_csv(self, out):
        rows = {row["student"]: row for row in csv.DictReader((out / "grades.csv").read_text().splitlines())}
        self.assertEqual({name: row["points"] for name, row in rows.items()}, {"alice": "20", "bob": "0", "carol": "10", "dora": "0"})
        self.assertEqual(rows["dora"]["vecadd_bytes"], "")
        self.assertEqual(rows["carol"]["of"], "20")

    def check_gradescope(self, out):
        """By the autograder specification: names, types and allowed values."""
        for student, score in (("alice", 20), ("bob", 0), ("carol", 10), ("dora", 0)):
            data = json.loads((out / "students" / student / "results.json").read_text())
            self.assertLessEqual(data.keys(), {"score", "execution_time", "output", "output_format", "test_output_format",
                                               "test_name_format", "visibility", "stdout_visibility", "extra_data", "tests",
                                               "leaderboard"})
            self.assertEqual(data["score"], score)
            self.assertIn(data["visibility"], ("hidden", "after_due_date", "after_published", "visible"))
            for test in data["tests"]:
                self.assertLessEqual(test.keys(), {"score", "max_score", "status", "name", "name_format", "number", "output",
                                                   "output_format", "tags", "visibility", "extra_data"})
                self.assertIn(test["status"], ("passed", "failed"))
                self.assertIsInstance(test["number"], str)
                self.assertLessEqual(0, test["score"])
                self.assertLessEqual(test["score"], test["max_score"])
            self.assertEqual(sum(test["score"] for test in data["tests"]), score)
            self.assertEqual(sum(test["max_score"] for test in data["tests"]), 20)

    def check_junit(self, out):
        """By the rules of the JUnit schema of Apache Ant's task (JUnit.xsd): elements, their order, and required attributes."""
        root = ElementTree.parse(out / "junit.xml").getroot()
        self.assertEqual((root.tag, root.attrib), ("testsuites", {}))
        for i, suite in enumerate(root):
            self.assertEqual(suite.tag, "testsuite")
            self.assertEqual(suite.keys() and set(suite.keys()), {"package", "id", "name", "timestamp", "hostname", "tests",
                                                                  "failures", "errors", "time"})
            self.assertEqual(suite.get("id"), str(i))
            self.assertRegex(suite.get("timestamp"), r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$")
            self.assertTrue(suite.get("hostname").strip())
            tags = [child.tag for child in suite]
            cases = suite.findall("testcase")
            self.assertEqual(tags, ["properties"] + ["testcase"] * len(cases) + ["system-out", "system-err"])
            self.assertEqual(int(suite.get("tests")), len(cases))
            self.assertEqual(int(suite.get("failures")), len(suite.findall("testcase/failure")))
            for case in cases:
                self.assertEqual(set(case.keys()), {"name", "classname", "time"})
                float(case.get("time"))
                self.assertLessEqual([child.tag for child in case], ["failure"])
                for failure in case:
                    self.assertEqual(set(failure.keys()), {"type", "message"})

    def test_refuses_without_bubblewrap_and_says_how_to_install_it(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("python3", "ninja", "cmake"):
                if path := shutil.which(name):
                    os.symlink(path, Path(folder) / name)
            ran = subprocess.run(self.command(*self.words(Path(self.folder.name) / "out")), capture_output=True, text=True,
                                 env={**self.environment(), "PATH": folder})
        self.assertEqual(ran.returncode, 3, ran.stdout)
        self.assertIn("sudo apt install bubblewrap", ran.stderr)


class Handout(LabTest):
    def test_has_no_solutions_and_a_student_can_work_in_it(self):
        out = Path(self.folder.name) / "handout"
        self.lab("handout", "--out", str(out))
        names = {f.name for f in (out / "lab/exercises").rglob("*")}
        self.assertFalse(names & {"solution.cu", "solution.toml", "wrong.toml"})
        self.assertIn("outputs.toml", names)
        self.assertFalse((out / ".git").exists() or (out / "build").exists() or (out / "work").exists())
        build = out / "build" / "emulator"
        # The objects of this build serve there.
        launcher = ["python3", ROOT / "tests/support/reuse_objects.py", ROOT, BUILD, out]
        made = subprocess.run(["cmake", "-S", str(out), "-B", str(build), "-G", "Ninja", "-DCUDA_LADDERS_BACKEND=emulator",
                               "-DBUILD_TESTING=OFF", "-DCMAKE_CXX_COMPILER_LAUNCHER=" + ";".join(map(str, launcher))],
                              capture_output=True, text=True)
        self.assertEqual(made.returncode, 0, made.stderr)
        environment = {**self.environment(), "PYTHONPATH": f"{out / 'lab'}:{os.environ.get('PYTHONPATH', '')}",
                       "LAB_BUILD": str(build), "LAB_PRESET": "emulator"}

        def lab(*words):
            return subprocess.run([sys.executable, "-m", "tool", *words], capture_output=True, text=True, cwd=out, env=environment)

        for exercise, answer in (("count_lost_updates", "solution.cu"), ("plain_memset", "solution.cu")):
            self.assertEqual(lab("start", exercise).returncode, 0)
            self.assertEqual(lab("check", exercise).returncode, 1)
            (out / "work" / f"{exercise}.cu").write_text(exercise_file(exercise, answer))
            checked = lab("check", exercise)
            self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        self.assertEqual(lab("solution", "count_lost_updates").returncode, 3)


class JudgeAcceptsWhatIsRight(unittest.TestCase):
    """Every version of every ladder passes the judge, on all its awkward inputs, blindfolded and with unseen values."""

    def test_all_versions(self):
        from tool.grading import trial
        from tool.grading.sandbox import Sandbox
        sandbox = Sandbox()
        # Versions that MPI starts as processes cannot begin in the sandbox.
        mpi = {f"{path.parent.name}_{path.stem.partition('_')[0]}" for path in ROOT.glob("multi_gpu/*/v*_mpi.cu")}
        self.assertGreater(len(mpi), 1)
        programs = [p for p in sorted((BUILD / "bin").glob("*_v*"))
                    if re.fullmatch(r"[a-z0-9_]+_v\d+", p.name) and p.name not in mpi]
        self.assertGreater(len(programs), 80)

        def judge(program):
            inputs = subprocess.run([str(program), "--judge-inputs"], capture_output=True, text=True).stdout.splitlines()
            rounds = [trial.counted_round([]), {"options": ["--seed", "4711"], "draw": 4711}]
            rounds += [{"selftest": i, "draw": i if i % 2 else 0} for i in range(len(inputs))]
            played = trial.play(sandbox, program, program, rounds, 1, None)
            if any(o.said["status"] == "WRONG as meant" for o in played.outcomes):
                return ""
            if len(played.outcomes) < len(rounds):
                return f"{program.name}: it ended after {len(played.outcomes)} rounds: {played.ran.err[-300:]}"
            faults = [f"{program.name}: {rounds[i]}: {why}" for i, o in enumerate(played.outcomes) if (why := trial.fault(o, None))]
            return "\n".join(faults[:3])

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            self.assertEqual([fault for fault in pool.map(judge, programs) if fault], [])


if __name__ == "__main__":
    if not shutil.which("bwrap"):
        sys.exit(77)
    unittest.main()
