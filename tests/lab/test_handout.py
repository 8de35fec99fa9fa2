"""What a handout is made of."""
import io
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from rich.console import Console

from tool.grading.handout import handout, project_files
from tool.program import Bench, ToolError
from tool.show import steps


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.git("init", "--quiet")

    def git(self, *words):
        subprocess.run(["git", "-C", str(self.root), *words], check=True, capture_output=True)

    def add(self, *names):
        for name in names:
            file = self.root / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(name)

    def files(self):
        paths, left_out = project_files(self.root, {"a", "new"})
        return {str(p) for p in paths}, {str(p) for p in left_out}

    def test_are_those_that_git_knows_but_for_solutions(self):
        self.add("README.md", "lab/exercises/a/start.cu", "lab/exercises/a/solution.cu", "lab/exercises/a/solution_simple.cu",
                 "lab/exercises/a/wrong.toml", "reduction/v1_solution.cu", "work/a.cu", "lab/exercises/unfinished/start.cu")
        self.git("add", ".")
        self.assertEqual(self.files(), ({"README.md", "lab/exercises/a/start.cu", "reduction/v1_solution.cu"}, set()))

    def test_of_a_new_exercise_need_not_be_known(self):
        new = {f"lab/exercises/new/{name}" for name in ("exercise.toml", "task.md", "start.cu")}
        self.add(*new, "lab/exercises/new/solution.cu", "lab/exercises/new/notes.txt")
        self.assertEqual(self.files()[0], new)

    def test_that_git_does_not_know_stay_here_and_are_named(self):
        self.add("submissions/ana/a.cu", "grades/secret", "lab.tar.gz", "README.md")
        self.git("add", "README.md")
        self.assertEqual(self.files(), ({"README.md"}, {"submissions", "grades", "lab.tar.gz"}))

    def test_are_not_guessed_where_git_fails(self):
        (self.root / ".git" / "HEAD").write_text("broken")
        with self.assertRaisesRegex(ToolError, "git ls-files fails"):
            project_files(self.root, set())

    def test_are_handed_out_step_by_step(self):
        self.add("README.md")
        self.git("add", ".")
        told = []
        handout(Bench(self.root, self.root / "build", "cuda"), [], self.root / "hand.tar.gz", lambda *step: told.append(step))
        self.assertEqual(told, [(1, 2, "Copying 1 files"), (2, 2, "Packing hand.tar.gz")])
        for is_terminal in (False, True):
            out = io.StringIO()
            with steps(Console(file=out, force_terminal=is_terminal, width=80)) as tell:
                tell(1, 2, "one [x]")
                tell(2, 2, "two")
            self.assertRegex(out.getvalue(), "2 of 2: two" if is_terminal else r"^1 of 2: one \[x\]\n2 of 2: two\n$")

    def test_go_into_no_other_kind_of_archive(self):
        with self.assertRaisesRegex(ToolError, "hand.zip: a handout is a folder or a .tar.gz"):
            handout(None, [], self.root / "hand.zip")


if __name__ == "__main__":
    sys.exit(unittest.main())
