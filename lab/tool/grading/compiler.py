"""Compiles and links a stranger's file in the sandbox, as Ninja or scripts/emucc would outside."""
from __future__ import annotations

import shlex
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from ..exercise import Exercise
from ..program import Ran, ToolError
from .sandbox import Limits, Sandbox, View
from .stage import Stage

COMPILING = Limits(seconds=20, wall=40)
SUBMITTED, MADE = Path("/submission"), Path("/made")  # where the compiler sees the source, and puts what it makes
# How a program of the ladders is made: its source, its object, the words that compile it, the words that link it.
Commands = Callable[[str], tuple[str, str, list[str], list[str]]]


class SandboxCompiler:
    """root: the project; build: a configured build folder; scratch: where folders for what is made are created."""

    def __init__(self, root: Path, build: Path, scratch: Path, sandbox: Sandbox, commands_of: Commands):
        self.root, self.build, self.scratch = root, build, scratch
        self.sandbox, self.commands_of = sandbox, commands_of
        self.outside: set[Path] = set()  # folders besides the project that compiling needs
        self.emucc_lines: list[list[str]] = []
        self.stage = Stage(scratch / "stage", root, build)
        self.stage.add_headers(root / "common")
        self.stage.add_folder(root / "emulator" / "include")
        self.stage.add_folder(root / "emulator" / "rewriter")

    def stage_for(self, exercise: Exercise) -> None:
        """Shows the compiler what the exercise's files include and link."""
        if not exercise.ladder:
            for line in self.emucc("x.cu", "x"):
                for word in line:
                    if Path(word).is_absolute() and Path(word).is_file() and not Path(word).is_relative_to(self.root):
                        self.outside.add(Path(word).parent)
            return
        _, object_file, words, link = self.commands_of(exercise.program)
        for word in words:
            if word.startswith("-I"):
                folder = Path(word[2:]).resolve()
                if folder != self.root.resolve():  # an #include may also begin with the topic's top folder
                    self.stage.add_headers(self.root.resolve() / folder.relative_to(self.root.resolve()).parts[0])
            elif Path(word).is_absolute() and Path(word).is_relative_to(self.root) and not word.endswith(".cu"):
                self.stage.add_file(Path(word))
                self.stage.add_file(Path(word + ".gch"))
        for word in link:
            if word.endswith((".o", ".a")):
                self.stage.add_file(self.build / word)
        for header in self.headers_of(object_file):  # of another topic: allpairs has nbody's bodies
            self.stage.add_file(header)

    def headers_of(self, object_file: str) -> list[Path]:
        """The project's headers that the version's object was made of, as Ninja has noted them."""
        listed = subprocess.run(["ninja", "-C", str(self.build), "-t", "deps", object_file], capture_output=True, text=True).stdout
        paths = [Path(line.strip()).resolve() for line in listed.splitlines() if line.startswith(" ")]
        return [path for path in paths if path.suffix in (".h", ".cuh") and path.is_relative_to(self.root.resolve())]

    def compile(self, exercise: Exercise, source: bytes, name: str) -> tuple[Path, Ran]:
        """The folder with the object, and what came of it; its symbols are in `out`. name: what reports call the source."""
        folder = Path(tempfile.mkdtemp(dir=self.scratch))
        given = folder / "given"
        given.write_bytes(source)
        made = folder / "made"
        made.mkdir()
        if exercise.ladder:
            original, object_file, words, _ = self.commands_of(exercise.program)
            words = [str(SUBMITTED / name) if w == original else w.replace(object_file, str(MADE / "object.o")) for w in words]
        else:
            words = next(line for line in self.emucc(str(SUBMITTED / name), "x") if "-c" in line)
            words = words[:words.index("-o") + 1] + [str(MADE / "object.o")] + words[words.index("-o") + 2:]
            words += ["-MD", "-MF", str(MADE / "object.o.d"), "-MT", "object.o"]
        script = shlex.join(words) + f" >&2 && nm --format=posix {MADE}/object.o"
        return made, self.run(["sh", "-c", script], made, given, name)

    def link(self, exercise: Exercise, folder: Path) -> tuple[Path | None, Ran]:
        """The program of the object in `folder`; None if there is none."""
        linked = self.run(self.link_words(exercise), folder, None)
        program = folder / exercise.name
        right = linked.code == 0 and program.is_file() and not program.is_symlink()
        return program if right else None, linked

    def link_words(self, exercise: Exercise) -> list[str]:
        result = str(MADE / exercise.name)
        if not exercise.ladder:
            words = next(line for line in self.emucc("x.cu", "x") if "-c" not in line)
            objects = [str(MADE / "object.o") if w.endswith(".o") else w for w in words]
            return objects[:objects.index("-o")] + ["-o", result]
        _, object_file, _, link = self.commands_of(exercise.program)
        libraries = list(dict.fromkeys(w for w in link if w.endswith(".a")))
        words = [w for w in link if not w.endswith(".a") and w != object_file]
        words = [result if w == f"bin/{exercise.program}" else w for w in words]
        # The project's own definitions come first, and all of them: none can be replaced.
        return words + ["-Wl,--whole-archive", *libraries, "-Wl,--no-whole-archive", str(MADE / "object.o")]

    def run(self, words: list[str], made: Path, given: Path | None, name: str = "") -> Ran:
        shown = {**self.stage.mounts(), **({SUBMITTED / name: given} if given else {})}
        if not self.sandbox.safe:  # the paths are not there
            text = shlex.join(words).replace(str(MADE), str(made))
            words = ["sh", "-c", text.replace(str(SUBMITTED / name), str(given)) if given else text]
        view = View(at=shown, read_only=sorted(self.outside), bound={MADE: made})
        return self.sandbox.run(words, view, COMPILING, cwd=self.build, filtered=False)

    def emucc(self, source: str, result: str) -> list[list[str]]:
        """The commands that compile and link a plain CUDA program."""
        if not self.emucc_lines:
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / "name_of_source.cu"
                file.write_text("")
                text = subprocess.run([str(self.root / "scripts" / "emucc"), "--dryrun", "-std=c++17", "-O2", str(file), "-o",
                                       "name_of_result"], capture_output=True, text=True)
            lines = [shlex.split(line) for line in (text.stdout + text.stderr).splitlines() if line.startswith("'")]
            if text.returncode != 0 or len(lines) != 2:
                raise ToolError(f"scripts/emucc does not tell its commands: {text.stderr.strip()[-300:]}")
            self.emucc_lines = [[w if not w.endswith("name_of_source.cu") else "SOURCE" for w in line] for line in lines]
        return [[source if w == "SOURCE" else result if w == "name_of_result" else w for w in line] for line in self.emucc_lines]
