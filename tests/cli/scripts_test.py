"""What the scripts answer to --help and to words that they do not know: at once, and without touching anything.

    scripts_test.py SOURCE_FOLDER
"""
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(sys.argv.pop())
SECONDS = 1  # of processor time, of which they take 0.1
# None of these may be started. (ctest and clang-format may: they are asked for their options and version.)
FOREIGN = ["apt-get", "cmake", "debootstrap", "g++", "git", "make", "ninja", "nvcc", "sudo", "unshare"]


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Scripts(unittest.TestCase):
    """In a copy of the tree, as what they touch would be there."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.home = Path(folder.name)
        cls.tree = cls.home / "tree"
        cls.tree.mkdir()
        for name in [".ci", "CMakeLists.txt", "README.md", "emulator", "lab", "pictures", "results", "scripts", "site", "reduction"]:
            copy = shutil.copytree if (SOURCE / name).is_dir() else shutil.copy
            copy(SOURCE / name, cls.tree / name)
        if (SOURCE / "build/tools").exists():
            (cls.tree / "build").mkdir()
            (cls.tree / "build/tools").symlink_to((SOURCE / "build/tools").resolve())
        (cls.home / "bin").mkdir()
        for name in FOREIGN:
            program = cls.home / "bin" / name
            program.write_text(f'#!/bin/sh\necho "$0 $*" >>{cls.home}/started\n')
            program.chmod(0o755)

        cls.known = cls.files()

    @classmethod
    def files(cls):
        return {f"{folder}/{name}": os.lstat(f"{folder}/{name}").st_mtime_ns for folder, _, names in os.walk(cls.home) for name in names}

    def answer(self, script, *words):
        """What it prints, and its exit code."""
        environment = os.environ | {"HOME": str(self.home), "PATH": f"{self.home}/bin:{os.environ['PATH']}", "PYTHONDONTWRITEBYTECODE": "1",
                                    "COLUMNS": "80"}
        begin = processor_time()
        done = subprocess.run([script, *words], cwd=self.tree, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=60, check=False)
        self.assertLess(processor_time() - begin, SECONDS, (script, words))
        before, Scripts.known = self.known, self.files()
        self.assertEqual(self.known, before, (script, words))
        self.assertEqual([line for line in (done.stdout + done.stderr).splitlines() if len(line) > 80], [], (script, words))
        return done.returncode, done.stdout, done.stderr

    def test_each_has_a_help_and_names_an_unknown_option_in_one_line(self):
        scripts = [f"{folder}/{name}" for folder in (".ci", "scripts") for name in sorted(os.listdir(self.tree / folder))
                   if os.access(self.tree / folder / name, os.X_OK)]
        self.assertGreaterEqual(len(scripts), 20)
        for script in scripts:
            with self.subTest(script=script):
                code, out, err = self.answer(script, "--help")
                self.assertEqual((code, err), (0, ""))
                self.assertRegex(out, f"^[Uu]sage: ({os.path.dirname(script)}/)?{os.path.basename(script)}")
                code, out, err = self.answer(script, "--nosuch")
                self.assertEqual((code, out, err.count("\n")), (2, "", 1), err)
                self.assertIn("--nosuch", err)

    def test_words_that_the_scripts_know_to_be_wrong(self):
        for words, said in [(["test", "--foo"], "'--foo'"), (["test", "-R", "reduce", "--foo=1"], "'--foo=1'"),
                            (["test", "reduction"], "'reduction' is no option"), (["test", "--long", "-j4", "-L", "a", "b"], "'b' is"),
                            (["test_arm", "-R", "a", "-X"], "'-X'"), (["site", "--run", "nosuch"], "nosuch: no such ladder"),
                            (["site", "--run", "reduc"], "did you mean reduce?"), (["run", "reduc"], "did you mean reduce?"),
                            (["run", "reduc_v3"], "did you mean reduce_v3?"), (["run", "reduce_v99"], "reduce_v99: reduce has v1 v2 v3 v4"),
                            (["draw", "reduce_v2", "-o", "x.png"], "x.png: pictures are SVG"), (["draw", "reduce_v2", "--nosuch"], "--nosuch"),
                            (["draw", "vecadd_gird"], "did you mean vecadd_grid"), (["charts", "--check", "--all"], "not allowed with"),
                            (["measure", "--points", "0"], "--points wants a number"), (["emucc", "-o", "x", "--nosuch"], "--nosuch")]:
            with self.subTest(words=words):
                code, out, err = self.answer(f"scripts/{words[0]}", *words[1:])
                self.assertEqual((code, out, err.count("\n")), (2, "", 1), err)
                self.assertIn(said, err)


if __name__ == "__main__":
    unittest.main()
