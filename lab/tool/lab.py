"""What all commands share: the exercises, the work folder, the build folder, the terminal."""
from __future__ import annotations

import difflib
import os
import shlex
import sys
from pathlib import Path

from . import show
from .exercise import BadExercise, Exercise, read_all
from .program import Bench, ToolError
from .workfolder import WorkFolder, shown

ALL_POINTS, MISSED, USAGE, BROKEN = 0, 1, 2, 3  # exit codes


class UsageError(Exception):
    pass


class Lab:
    """root: the project. me: how the user calls it."""

    def __init__(self, root: Path, work: Path):
        self.root = root
        self.console = show.make_console()
        self.errors = show.make_console(stderr=True)
        self.left_out: dict[str, str] = {}  # exercises whose files are wrong, and what is
        self.exercises = read_all(root / "lab" / "exercises", self.leave_out)
        self.work = WorkFolder(work)
        self.me = "scripts/lab" if work == root / "work" else f"scripts/lab --work {shlex.quote(shown(work))}"

    def leave_out(self, name: str, fault: BadExercise) -> None:
        self.left_out[name] = str(fault)
        print(f"scripts/lab: {name} is left out: {fault}", file=sys.stderr)

    def exercise(self, name: str | None) -> Exercise:
        """The named exercise, or the one that was worked on last."""
        name = name or self.work.current
        if not name:
            raise UsageError("no exercise is started: scripts/lab start NAME; scripts/lab list shows them")
        if name.endswith((".cu", ".toml")):
            name = Path(name).stem
        if name in self.left_out:
            raise BadExercise(f"{name} is left out until its files are right")
        if name not in self.exercises:
            alike = [known for known in self.exercises if name in known] or difflib.get_close_matches(name, self.exercises)
            raise UsageError(f"there is no exercise '{printable(name)}'"
                             + (f"; did you mean {', '.join(alike[:4])}?" if alike else "; scripts/lab list shows them"))
        return self.exercises[name]

    def started(self, name: str | None) -> Exercise:
        exercise = self.exercise(name)
        if not self.work.is_started(exercise):
            raise UsageError(f"{exercise.name} is not started: scripts/lab start {exercise.name}")
        return exercise

    def bench(self) -> Bench:
        build = Path(os.environ.get("LAB_BUILD", ""))
        if not (build / "build.ninja").is_file():
            raise ToolError(f"{shown(build)} was not made with Ninja: install ninja, remove the folder, and try again")
        return Bench(self.root, build, "cuda" if os.environ.get("LAB_PRESET") == "gpu" else "emulator")

    def prepare(self, bench: Bench, exercises: list[Exercise]) -> None:
        new = any(e.ladder and not (bench.build_folder / "bin" / e.program).exists() for e in exercises)
        with self.errors.status("Building what the programs share; this takes minutes, the first time" if new else "Building"):
            bench.prepare(exercises)


def printable(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text)[:60]
