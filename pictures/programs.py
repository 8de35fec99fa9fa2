"""Finds, builds and runs the programs that pictures are drawn of, and gives their traces."""
from __future__ import annotations

import difflib
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from lab.tool import ladders
from lab.tool.exercise import BadExercise, Exercise, numbered, read_all
from lab.tool.program import Bench, ToolError

from . import trace

SECONDS = 120  # a run that takes longer is ended


class Unusable(Exception):
    """A program cannot be found, built or run. code: of this command's exit; the text is one line."""

    def __init__(self, text: str, code: int = 1):
        super().__init__(text)
        self.code = code


@dataclass(frozen=True)
class Program:
    """name: as in messages and captions; source: its .cu file, if known; kind: "ladder", "file" or "trace";
    exercise: of a file that is built in the place of a ladder's version, says of which."""
    name: str
    source: Path | None
    kind: str
    exercise: Exercise | None = None

    @property
    def options(self) -> list[str]:
        """That it runs with if the user gives none."""
        return self.exercise.options if self.exercise else []


@dataclass(frozen=True)
class Limits:
    """What to trace: words of CUDA_EMULATOR, as TRACE.md says."""
    line: tuple[str, int] | None = None
    kernel: str | None = None
    block: str | None = None
    warp: int | None = None
    limit: int | None = None

    def words(self) -> list[str]:
        found = []
        if self.line:
            found.append(f"trace_line={self.line[0]}:{self.line[1]}" if self.line[0] else f"trace_line={self.line[1]}")
        for name in ("kernel", "block", "warp", "limit"):
            if (value := getattr(self, name)) is not None:
                found.append(f"trace_{name}={value}")
        return found


def versions(root: Path) -> dict[str, Path]:
    """The source file of every version, by its program's name."""
    return {f"{ladder.name}_v{number}": file for ladder in ladders.in_project(root).values()
            for number, file in ladder.versions.items()}


@contextmanager
def telling(text: str, after: float = 2):
    """Tells on stderr what goes on, if it takes longer than so many seconds."""
    timer = threading.Timer(after, lambda: print(f"scripts/draw: {text} ...", file=sys.stderr, flush=True))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


class Workshop:
    """Builds programs for the emulator. root: the project; build: its build folder."""

    def __init__(self, root: Path, build: Path):
        self.root, self.build, self.versions = root, build, versions(root)
        self.built: set[str] = set()

    @cached_property
    def exercises(self) -> dict[str, Exercise]:
        try:
            return read_all(self.root / "lab" / "exercises")
        except BadExercise as error:
            raise Unusable(str(error)) from None

    def find(self, word: str) -> Program:
        """word: a version's program (reduce_v2), an exercise, a CUDA file, or a trace (*.jsonl)."""
        if word in self.versions:
            return Program(word, self.versions[word], "ladder")
        path = Path(word)
        if path.suffix not in (".cu", ".jsonl") and word in self.exercises:
            own = Path(os.environ.get("LAB_WORK", self.root / "work")) / f"{word}.cu"
            return self.program_of(own if own.is_file() else self.exercises[word].kernel, self.exercises[word])
        if path.suffix in (".cu", ".jsonl"):
            if not path.is_file():
                raise Unusable(f"{word}: no such file", 3)
            return self.program_of(path) if path.suffix == ".cu" else Program(path.name, None, "trace")
        if alike := [name for name in self.versions if name.split("_v")[0] == word.split("_v")[0]]:
            raise Unusable(f"there is no program {word}; there are {', '.join(alike)}", 2)
        alike = difflib.get_close_matches(word, [*self.versions, *self.exercises], 1)
        raise Unusable(f"there is no program {word}" + (f"; did you mean {alike[0]}?" if alike else
                       ": neither a version of a ladder (reduce_v2), an exercise, nor a .cu file"), 2)

    def program_of(self, file: Path, exercise: Exercise | None = None) -> Program:
        """A file that registers a version of a ladder is built in the place of one."""
        ladder = ladders.registered_in(file.read_text(errors="replace"), self.root)
        if ladder and not exercise:
            exercise = self.exercises.get(file.stem) or numbered(ladder.name, min(ladder.versions), file.stem, file.parent)
        return Program(exercise.name if exercise else file.stem, file, "file", exercise)

    def make(self, names: list[str]) -> None:
        """Builds versions of ladders, all at once."""
        missing = [name for name in names if name not in self.built]
        if not missing:
            return
        self.require_configured()
        with telling(f"building {', '.join(missing)}; the first time takes minutes"), open(self.build / ".lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            made = subprocess.run(["cmake", "--build", str(self.build), "--parallel", str(os.cpu_count() or 1), "--target",
                                   *missing], capture_output=True, text=True, errors="replace")
        if made.returncode != 0:
            raise Unusable(f"{', '.join(missing)} cannot be built: scripts/run {missing[0]} shows why")
        self.built.update(missing)

    def require_configured(self) -> None:
        if "DRAW_BUILD" in os.environ:
            ready = (self.build / "CMakeCache.txt").is_file()
        else:
            ready = subprocess.run(["bash", "-c", '. "$0" && preset=emulator build=$1 && prepare_build',
                                    str(self.root / "scripts" / "setup.sh"), str(self.build)], stdout=sys.stderr).returncode == 0
        if not ready:
            raise Unusable(f"{self.build} is not configured")

    def trace_of(self, program: Program, path: str, options: list[str], limits: Limits) -> trace.Trace:
        """Runs it and reads what was traced. path: as the user named it."""
        if program.kind == "trace":
            return trace.read(Path(path))
        with tempfile.TemporaryDirectory() as folder:
            executable = self.executable(program, path, Path(folder))
            return run(program, executable, options, limits, Path(folder) / "trace.jsonl")

    def executable(self, program: Program, path: str, folder: Path) -> Path:
        if program.kind == "ladder":
            self.make([program.name])
            return self.build / "bin" / program.name
        result = folder / "program"
        if program.exercise and program.exercise.ladder:
            self.build_in_place(program, path, result)
        elif subprocess.run([str(self.root / "scripts" / "emucc"), "-std=c++17", "-O2", str(program.source), "-o", str(result)],
                            stdout=sys.stderr).returncode != 0:  # it has said why
            raise Unusable(f"{path} cannot be compiled", 3)
        return result

    def build_in_place(self, program: Program, path: str, result: Path) -> None:
        """Of the ladder's version, as scripts/lab does."""
        self.make([program.exercise.program])
        try:
            with telling(f"building {path}"), Bench(self.root, self.build, "emulator") as bench:
                built = bench.build(program.exercise, program.source.resolve())
                if not built.program:
                    raise Unusable(f"{path} cannot be compiled:\n{built.messages.strip()}", 3)
                shutil.move(built.program, result)
        except ToolError as error:
            raise Unusable(str(error)) from None


def run(program: Program, executable: Path, options: list[str], limits: Limits, file: Path) -> trace.Trace:
    words = [f"trace={file}", *limits.words()]
    if program.exercise and program.exercise.gpus > 1:
        words.append(f"devices={program.exercise.gpus}")
    if before := os.environ.get("CUDA_EMULATOR"):
        words.insert(0, before)
    try:
        with telling(f"running {program.name}"):
            ran = subprocess.run([str(executable), *options], env={**os.environ, "CUDA_EMULATOR": ",".join(words)}, timeout=SECONDS,
                                 stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
    except subprocess.TimeoutExpired as error:
        raise Unusable(f"{program.name} was ended after {SECONDS} seconds: give it a smaller input after --") from error
    said = (ran.stderr.strip() or ran.stdout.strip()).splitlines()
    last = f": {said[-1]}" if said else ""
    if not file.exists() or not file.stat().st_size:
        raise Unusable(f"{program.name} left no trace (exit code {ran.returncode}){last}")
    found = trace.read(file, f"the trace of {program.name}")
    if ran.returncode != 0:
        if not found.events:
            raise Unusable(f"{program.name} ended before a kernel ran, with exit code {ran.returncode}{last}",
                           ran.returncode if ran.returncode in (2, 3) else 1)
        found.note = "\n".join([f"{program.name} ended with exit code {ran.returncode}{last}", *filter(None, [found.note])])
    return found
