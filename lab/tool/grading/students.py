"""The students who have handed in something, and the names of their files."""
from __future__ import annotations

import hashlib
import os
import re
from dataclasses import dataclass, field
from typing import Iterable

from . import moodle
from .handed_in import HandedIn, Names
from .refuse import MOST_BYTES

MOST_NOTES = 30  # of a student


@dataclass
class Student:
    """files: by the exercises' names. notes: what was not read, and why: first general ones, then notes_of the exercises."""
    name: str
    files: dict[str, bytes] = field(default_factory=dict)
    general_notes: list[str] = field(default_factory=list)
    notes_of: dict[str, list[str]] = field(default_factory=dict)
    slug: str = ""  # for file names: the name, if that is harmless

    @property
    def notes(self) -> list[str]:
        return limited(self.general_notes + [note for notes in self.notes_of.values() for note in notes])


def limited(notes: list[str]) -> list[str]:
    """Each once, up to the most that anybody reads."""
    notes = list(dict.fromkeys(notes))
    rest = len(notes) - MOST_NOTES
    return notes[:MOST_NOTES] + ([f"and {rest} notes more"] if rest > 0 else [])


def printable(text: str) -> str:
    """On one line, without control characters: what is odd becomes an escape."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogateescape").decode("ascii", "replace")
                   if not 0xD800 <= ord(c) <= 0xDFFF else f"\\x{ord(c) & 0xFF:02x}" for c in text)


class Collection:
    """The students, as they are found."""

    def __init__(self, names: Names):
        self.names = names
        self.handed: dict[tuple[str, str], tuple[Student, HandedIn]] = {}  # by name, and Moodle's number

    def of(self, name: str, number: str = "") -> tuple[Student, HandedIn]:
        return self.handed.setdefault((name, number), (Student(name), HandedIn(self.names)))

    def settle(self) -> list[Student]:
        """In the order of their names."""
        apart = moodle.told_apart(self.handed)
        for key, (student, files) in self.handed.items():
            student.name = apart[key]
            student.files, student.notes_of, skipped = files.settle(MOST_BYTES)
            student.general_notes += skipped
        return sorted((student for student, _ in self.handed.values()), key=lambda s: os.fsencode(s.name))


def new_slugs(names: Iterable[str], taken: Iterable[str] = ()) -> dict[str, str]:
    """For each name one for file names: the name, if that is harmless. No two share one, nor names that differ in upper and lower
    case alone. taken: those that others have."""
    def plain(name: str) -> str:
        return re.sub(r"[^A-Za-z0-9._-]", "_", name).lstrip(".-")[:80]

    slugs, used = {}, {slug.lower() for slug in taken}
    for name in sorted(names, key=lambda name: plain(name) != name):  # harmless names come first
        slug, number = plain(name), 0
        while (slug != name or not slug) and number == 0 or slug.lower() in used:
            together = os.fsencode(name) + (b"/%d" % number if number else b"")
            slug, number = f"{plain(name) or 'student'}_{hashlib.sha256(together).hexdigest()[:8]}", number + 1
        used.add(slug.lower())
        slugs[name] = slug
    return slugs
