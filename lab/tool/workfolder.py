"""The student's folder: the files that they work on, and what they have reached, in progress.json."""
from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from .exercise import Exercise
from .program import ToolError


@dataclass
class Progress:
    """Of one exercise."""
    points: float = 0    # the most so far, of 10
    hints: int = 0       # shown
    done: str = ""       # the day on which all goals were reached
    gave_up: str = ""    # the day on which the solution was looked at before

    def may_see_the_solution(self, hints: int) -> bool:
        """Whether it spoils nothing to say which version of the ladder is the solution. hints: how many there are."""
        return bool(self.done or self.gave_up or self.hints >= hints)


class WorkFolder:
    """Nothing that a student has written is overwritten or deleted here."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.current = ""
        self.progress: dict[str, Progress] = {}
        try:
            stored = json.loads(self.state_file.read_text())
            self.current = str(stored["current"])
            self.progress = {name: Progress(**entry) for name, entry in stored["exercises"].items()}
        except FileNotFoundError:
            pass
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            raise ToolError(f"{shown(self.state_file)}: damaged; correct it, or move it away to begin anew") from None

    @property
    def state_file(self) -> Path:
        return self.folder / "progress.json"

    def answer(self, exercise: Exercise) -> Path:
        return self.folder / exercise.answer_name

    def of(self, exercise: Exercise) -> Progress:
        return self.progress.setdefault(exercise.name, Progress())

    def is_started(self, exercise: Exercise) -> bool:
        return self.answer(exercise).exists()

    def start(self, exercise: Exercise) -> list[Path]:
        """Copies the exercise's files here, those that are not here yet. Gives the new ones."""
        files = {exercise.start: self.answer(exercise), exercise.folder / "task.md": self.folder / f"{exercise.name}.md"}
        if exercise.predicts:
            files[exercise.kernel] = self.folder / f"{exercise.name}.cu"
        new = []
        self.folder.mkdir(parents=True, exist_ok=True)
        for source, target in files.items():
            try:
                with open(target, "xb") as file:
                    file.write(source.read_bytes())
                new.append(target)
            except FileExistsError:
                pass
        return new

    def save(self) -> None:
        """All of it or nothing, whatever interrupts it."""
        state = {"current": self.current,
                 "exercises": {name: asdict(entry) for name, entry in sorted(self.progress.items())}}
        self.folder.mkdir(parents=True, exist_ok=True)
        new = self.state_file.with_suffix(f".{os.getpid()}.new")
        new.write_text(json.dumps(state, indent=2) + "\n")
        new.replace(self.state_file)


def shown(path: Path) -> str:
    """A path as the user would type it."""
    try:
        relative = os.path.relpath(path)
    except ValueError:
        return str(path)
    return relative if not relative.startswith("../..") else str(path)
