"""Each hostile test can fail: with the defence that it tests taken away, it does.

Whatever is run here without a defence does no harm: see defences.py.
DEFENCE=regular expression: only these.
"""
import io
import os
import re
import shutil
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest import mock

from support import ROOT

import test_collecting
import test_sandbox
from defences import DEFENCES, OTHERS
from mutation import checker_with, library_without, linked_with, without
from test_hostile import EXERCISES, HOSTILE, stated
from tool import exercise
from tool.goals import Judge
from tool.grading import outputs
from tool.grading.bench import SandboxBench
from tool.grading.grade import stored_form
from tool.grading.students import Student

ALL = exercise.read_all(ROOT / "lab" / "exercises")
MODULES = {"test_sandbox": test_sandbox, "test_collecting": test_collecting}
CHOSEN = [d for d in DEFENCES if re.search(os.environ.get("DEFENCE", ""), d.name)]


def is_test(name):
    return name.startswith("test_")


def tests_of(module):
    return {f"{module.__name__}.{test.id().split('.', 1)[1]}"
            for suite in unittest.defaultTestLoader.loadTestsFromModule(module) for test in suite}


class Table(unittest.TestCase):
    def test_every_hostile_program_and_test_is_there(self):
        named = {name for defence in DEFENCES for name in defence.red} | OTHERS.keys()
        self.assertEqual({f.stem for f in HOSTILE.glob("*.cu")}, {name for name in named if not is_test(name)})
        self.assertEqual((tests_of(test_sandbox) | tests_of(test_collecting)) - named, set())


class Defences(unittest.TestCase):
    """In this process: what is taken away here is taken away from the functions that judge."""

    @classmethod
    def setUpClass(cls):
        build = Path(os.environ.get("LAB_BUILD", ROOT / "build" / "emulator"))
        cls.bench = cls.enterClassContext(SandboxBench(ROOT, build, "emulator", "a test"))
        cls.bench.prepare([ALL[name] for name in EXERCISES])

    def judged(self, name, defence, gently=True):
        """Whether it is refused, and its points and report."""
        says = stated(HOSTILE / f"{name}.cu")
        of = ALL[says["exercise"]]
        text = (HOSTILE / f"{name}.cu").read_bytes().decode(errors="surrogateescape")
        for key in (name, name + "+"):
            if key in defence.gentle:
                old, new = defence.gentle[key]
                self.assertEqual(text.count(old), 1, f"{name}: {old}")
                text = text.replace(old, new)
        with tempfile.TemporaryDirectory(dir=self.bench.scratch) as folder:
            file = Path(folder) / of.answer_name
            file.write_bytes(text.encode(errors="surrogateescape"))
            if name in defence.build:
                return self.bench.build_submission(of, file).program is not None, 0, ""
            judge = Judge(self.bench, of)
            try:
                verdict = stored_form(judge.judge(file))
            finally:
                judge.beside.shutdown()
                self.bench.forget(file)
        report = outputs.report(Student(name), [of.name], {of.name: verdict}, markdown=False)
        return verdict["compiled"], verdict["points"], report

    def is_red(self, name, defence):
        """"" or what is as if nothing had been taken away."""
        if is_test(name):
            module, test = name.split(".", 1)
            suite = unittest.defaultTestLoader.loadTestsFromName(test, MODULES[module])
            result = unittest.TextTestRunner(stream=io.StringIO()).run(suite)
            return "it passes" if result.wasSuccessful() or result.skipped else ""
        accepted, points, report = self.judged(name, defence)
        says = stated(HOSTILE / f"{name}.cu")
        if name in defence.build:
            return "" if accepted else "it is refused"
        if points != float(says["points"]) or name in defence.said and not re.search(says["says"], report):
            return ""
        return f"{points} points: {report}"

    def test_without_each_defence_something_is_red(self):
        for defence in CHOSEN:
            with self.subTest(defence.name), without(defence.tight), tempfile.TemporaryDirectory() as folder:
                if defence.gentle:
                    self.check_as_stated(defence)
                for name, why in self.without(defence, Path(folder)).items():
                    with self.subTest(name):
                        self.assertFalse(why, f"without '{defence.name}' {name} is not red: {why}")

    def without(self, defence, folder):
        names = defence.red
        with without(defence.removed), ThreadPoolExecutor(1 if any(map(is_test, names)) else 2) as pool:
            if defence.cpp:
                with linked_with(self.bench, library_without(self.bench, defence.cpp, folder)):
                    return dict(zip(names, pool.map(lambda name: self.is_red(name, defence), names)))
            if defence.checker:
                library = library_without(self.bench, defence.checker, folder)
                of = ALL[stated(HOSTILE / f"{names[0]}.cu")["exercise"]]
                program = checker_with(self.bench, of, library, folder)
                with mock.patch.object(self.bench, "checker", return_value=program):
                    return {name: self.is_red(name, defence) for name in names}
            return dict(zip(names, pool.map(lambda name: self.is_red(name, defence), names)))

    def check_as_stated(self, defence):
        """The gentle programs exceed the tight limits."""
        for name in (n for n in defence.red if n in defence.gentle):
            _, points, report = self.judged(name, defence)
            says = stated(HOSTILE / f"{name}.cu")
            self.assertEqual(points, float(says["points"]), f"{name}: {report}")
            self.assertRegex(report, says["says"])


if __name__ == "__main__":
    if not shutil.which("bwrap"):
        sys.exit(77)
    unittest.main()
