"""Which of a student's files counts for which exercise, by their names. What is not read gets a note."""
from __future__ import annotations

import re
import string
from collections import defaultdict
from dataclasses import dataclass
from enum import Enum
from pathlib import PurePosixPath
from typing import Iterable

from ..exercise import Exercise

SEPARATORS = " _-."
PLAIN = str.maketrans(string.ascii_uppercase + "- ", string.ascii_lowercase + "__")  # keeps each character's place
PACKED = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar", ".zst")
WORK = (".cu", ".cuh", ".toml", ".cpp", ".cc", ".c", ".h", ".hpp", *PACKED)  # what looks like work
NOT_WORK = ".md"          # the task, which `start` writes beside the student's file
MOST_NAMED = 5            # in one note

NOT_ASKED = "not asked for"
OTHER_NAME = "not read, because the name is no exercise's"
NESTED = "not read, because archives inside of a folder or an archive are not opened"
LINK = "not read, because links are not followed"


class Fit(Enum):
    exact = "the file's name"
    alike = "but for upper and lower case, or a browser's (1)"
    near = "names the exercise"


@dataclass
class Named:
    """What a name says. exercise: any of the course's. before: what stands before it."""
    exercise: str
    fit: Fit
    before: str


class Names:
    """chosen: the exercises that were set. course: the names of all; the longest that fits is meant. graded: those that need no note
    where they are not asked for."""

    def __init__(self, chosen: list[Exercise], course: Iterable[str] = (), graded: Iterable[str] = ()):
        self.chosen, self.graded = {e.name: e for e in chosen}, set(graded)
        longest_first = sorted({*course, *self.chosen}, key=lambda name: (-len(name), name))
        self.pattern = re.compile(rf"(?:^|(?<=[_.(]))({'|'.join(map(re.escape, longest_first))})(?=$|[_.()])")

    def read(self, name: str) -> Named | None:
        found = self.pattern.search(name.translate(PLAIN))
        if not found:
            return None
        before, own, after = name[:found.start()], name[found.start():found.end()], name[found.end():]
        exercise = self.chosen.get(found[1])
        suffix = exercise.answer_suffix if exercise else ""
        if own + after == found[1] + suffix:
            fit = Fit.exact
        elif own.lower() == found[1] and re.fullmatch(rf"( ?\(\d+\))?{re.escape(suffix)}", after, re.IGNORECASE):
            fit = Fit.alike
        else:
            fit = Fit.near
        return Named(found[1], fit, before)


class HandedIn:
    """One student's files, until all are known."""

    def __init__(self, names: Names):
        self.names = names
        self.files: dict[tuple[str, Fit], list[tuple[PurePosixPath, bytes | None]]] = defaultdict(list)
        self.skipped: dict[str, list[str]] = defaultdict(list)  # by the reason

    def named(self, path: PurePosixPath) -> Named | None:
        """None: it is not to be read; then the reason is kept."""
        name = path.name
        if name.startswith("."):
            return None
        said = self.names.read(name)
        if name.lower().endswith(PACKED):
            self.skipped[NESTED].append(str(path))
        elif said and said.exercise not in self.names.chosen:
            if name.lower().endswith(WORK) and said.exercise not in self.names.graded:
                self.skipped[NOT_ASKED].append(str(path))
        elif said and (said.before or said.fit == Fit.near):
            self.add(path, Named(said.exercise, Fit.near, ""), b"")
        elif said:
            return said
        elif name.lower().endswith(WORK):
            self.skipped[OTHER_NAME].append(str(path))
        return None

    def add(self, path: PurePosixPath, said: Named, content: bytes | None) -> None:
        """content: None: too large."""
        if said.fit != Fit.near or not path.name.lower().endswith(NOT_WORK):
            self.files[said.exercise, said.fit].append((path, content))

    def settle(self, most_bytes: int) -> tuple[dict[str, bytes], dict[str, list[str]], list[str]]:
        """The files that count, and the notes, by the exercises' names; and the notes on what belongs to none."""
        taken, notes_of = {}, {}
        for exercise in self.names.chosen.values():
            notes = notes_of[exercise.name] = []
            exact, alike, near = (sorted(self.files[exercise.name, fit], key=lambda file: (len(file[0].parts), file[0].parts))
                                  for fit in Fit)
            content = choose(exact, notes, most_bytes)
            must = f"was not read: the name must be {exercise.answer_name}"
            if not exact and len({text for _, text in alike}) == 1:
                content = choose(alike[:1], notes, most_bytes)
                notes += [f"{path} was taken for {exercise.answer_name}" for path, _ in alike[:1]]
                alike = []
            notes += [f"{path} was not read: {exact[0][0]} is there" if exact else f"{path} {must}" for path, _ in alike]
            notes += [f"{path} {must}" for path, _ in near
                      if content is None or path.name.lower().endswith(exercise.answer_suffix)]
            if content is not None:
                taken[exercise.name] = content
        return taken, notes_of, [f"{reason}: {shortened(paths)}" for reason, paths in self.skipped.items() if paths]


def choose(files: list[tuple[PurePosixPath, bytes | None]], notes: list[str], most_bytes: int) -> bytes | None:
    """The first that is not too large. files: those that lie higher first, then by their paths."""
    notes += [f"{path} is larger than {most_bytes} bytes" for path, content in files if content is None]
    readable = [(path, content) for path, content in files if content is not None]
    if not readable:
        return None
    first, taken = readable[0]
    for path, content in readable[1:]:
        if content != taken:
            why = "lies higher" if len(path.parts) > len(first.parts) else "comes first by its path"
            notes.append(f"{path} was left out: {first} was taken, which {why}")
    return taken


def shortened(paths: list[str]) -> str:
    rest = len(paths) - MOST_NAMED
    return ", ".join(paths[:MOST_NAMED]) + (f" and {rest} more" if rest > 0 else "")
