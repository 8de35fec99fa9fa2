"""What students have handed in: folders, archives or files, read without trusting any of it.

Nothing is unpacked: of an archive only the files with the exercises' names are read, into memory. Links are not followed.
"""
from __future__ import annotations

import bz2
import gzip
import hashlib
import io
import lzma
import os
import re
import stat
import tarfile
import zipfile
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Iterable

from ..exercise import Exercise
from .handed_in import LINK, NOT_ASKED, PACKED, SEPARATORS, Fit, HandedIn, Named, Names
from .refuse import MOST_BYTES

MOST_ENTRIES = 5000
MOST_UNPACKED = 64 << 20  # bytes of an archive
DEEPEST = 6               # folders within folders
TOO_DEEP = f"not read, because it lies more than {DEEPEST} folders down"
MOST_NOTES = 30           # of a student
ENTRY_OF_ZIP = b"PK\1\2"  # begins an entry in the list of contents
ARCHIVES = (".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".tar", ".zip")


class BadArchive(Exception):
    pass


@dataclass
class Student:
    """files: by the exercises' names. notes: what was not read, and why."""
    name: str
    files: dict[str, bytes] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    slug: str = ""  # for file names: the name, if that is harmless

    def limit_notes(self, more: list[str]) -> None:
        """Adds to the notes, up to the most that anybody reads."""
        notes = self.notes + more
        rest = len(notes) - MOST_NOTES
        self.notes = notes[:MOST_NOTES] + ([f"and {rest} notes more"] if rest > 0 else [])


def printable(text: str) -> str:
    """On one line, without control characters: what is odd becomes an escape."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogateescape").decode("ascii", "replace")
                   if not 0xD800 <= ord(c) <= 0xDFFF else f"\\x{ord(c) & 0xFF:02x}" for c in text)


def find(folder: Path, exercises: list[Exercise], course: Iterable[str] = ()) -> tuple[list[Student], list[str]]:
    """The students in the order of their names, and notes on what names no student. course: the names of all exercises."""
    names, strays = Names(exercises, course), []
    students: dict[str, Student] = {}
    handed: dict[str, HandedIn] = {}
    for entry in sorted(os.scandir(folder), key=lambda e: os.fsencode(e.name)):
        if entry.name.startswith("."):
            continue
        name, single = student_of(entry.name, names, not entry.is_file(follow_symlinks=False))
        if not name:
            strays.append(f"{entry.name} was not read: it names no student")
            continue
        student = students.setdefault(name, Student(name))
        files = handed.setdefault(name, HandedIn(names))
        if entry.is_symlink():
            student.notes.append(f"{entry.name} is a link, and links are not followed")
        elif entry.is_dir(follow_symlinks=False):
            read_folder(Path(entry.path), files, student)
        elif entry.is_file(follow_symlinks=False):
            read_entry(Path(entry.path), single, files, student)
        else:
            student.notes.append(f"{entry.name} is neither a file nor a folder")
    for name, student in students.items():
        student.files, notes = handed[name].settle(MOST_BYTES)
        student.limit_notes(notes)
    give_slugs(list(students.values()))
    return list(students.values()), strays


def give_slugs(students: list[Student]) -> None:
    """No two students share one, nor names that differ in upper and lower case alone."""
    def plain(student: Student) -> str:
        return re.sub(r"[^A-Za-z0-9._-]", "_", student.name).lstrip(".-")[:80]

    taken: set[str] = set()
    for student in sorted(students, key=lambda s: plain(s) != s.name):  # harmless names come first
        slug, number = plain(student), 0
        while (slug != student.name or not slug) and number == 0 or slug.lower() in taken:
            together = os.fsencode(student.name) + (b"/%d" % number if number else b"")
            slug, number = f"{plain(student) or 'student'}_{hashlib.sha256(together).hexdigest()[:8]}", number + 1
        taken.add(slug.lower())
        student.slug = slug


def student_of(name: str, names: Names, is_folder: bool) -> tuple[str, Named | None]:
    """Whose it is by its name ("": nobody's), and which exercise it is if it is a single file."""
    if is_folder:
        return name, None
    for suffix in (*ARCHIVES, *PACKED):
        if name.lower().endswith(suffix) and len(name) > len(suffix):
            return name[:-len(suffix)], None
    if said := names.read(name):
        return said.before.rstrip(SEPARATORS), said
    only = list(names.chosen.values())
    if len(only) == 1 and name.endswith(only[0].answer_suffix):
        return name.removesuffix(only[0].answer_suffix), Named(only[0].name, Fit.exact, "")
    return "", None


def read_entry(path: Path, single: Named | None, files: HandedIn, student: Student) -> None:
    try:
        if path.name.lower().endswith(".zip"):
            read_zip(path, files, student)
        elif path.name.lower().endswith(ARCHIVES):
            read_tar(path, files, student)
        elif single and single.exercise not in files.names.chosen:
            files.skipped[NOT_ASKED].append(path.name)
        elif single:
            files.add(PurePosixPath(path.name), single, b"" if single.fit == Fit.near else read_file(path))
        else:
            student.notes.append(f"{path.name} was not read: it is no {', '.join(ARCHIVES)}")
    except Exception as error:  # whatever a broken archive makes the libraries throw; one must not end the grading of all
        student.notes.append(f"{path.name} cannot be read: {error}")


def read_file(path: Path) -> bytes | None:
    """None: too large. Throws OSError for what is no plain file."""
    file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise OSError("no plain file")
        with open(file, "rb", closefd=False) as opened:
            content = opened.read(MOST_BYTES + 1)
        return content if len(content) <= MOST_BYTES else None
    finally:
        os.close(file)


def read_folder(folder: Path, files: HandedIn, student: Student) -> None:
    """Takes the files with the exercises' names."""
    level, seen = [folder], 0
    for _ in range(DEEPEST):
        below = []
        for current in level:
            try:
                entries = sorted(os.scandir(current), key=lambda e: os.fsencode(e.name))
            except OSError as error:
                student.notes.append(f"{current.name} cannot be read: {error.strerror}")
                continue
            for entry in entries:
                seen += 1
                if seen > MOST_ENTRIES:
                    student.notes.append(f"more than {MOST_ENTRIES} files: the rest is left out")
                    return
                if entry.is_dir(follow_symlinks=False):
                    below.append(Path(entry.path))
                else:
                    take_entry(entry, PurePosixPath(Path(entry.path).relative_to(folder.parent)), files, student)
        level = below
    files.skipped[TOO_DEEP] += [str(deep.relative_to(folder.parent)) for deep in level]


def take_entry(entry: os.DirEntry, path: PurePosixPath, files: HandedIn, student: Student) -> None:
    said = files.named(path)
    try:
        if said:
            files.add(path, said, read_file(Path(entry.path)))
        elif entry.is_symlink():
            files.skipped[LINK].append(str(path))
    except OSError as error:
        student.notes.append(f"{path} " + ("is a link, and links are not followed" if entry.is_symlink()
                                           else f"cannot be read: {error}"))


def member_path(name: str) -> PurePosixPath:
    """Throws BadArchive for a name that would leave the archive's own folder."""
    path = PurePosixPath(name.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or re.match(r"[A-Za-z]:", name):
        raise BadArchive(f"the name {name!r} leads outside of the archive")
    return path


def read_zip(path: Path, files: HandedIn, student: Student) -> None:
    found, packed, unpacked = [], limited_bytes(path), 0
    if packed.count(ENTRY_OF_ZIP) > MOST_ENTRIES:  # before each of them takes memory
        raise BadArchive(f"it has more than {MOST_ENTRIES} entries")
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        for member in archive.infolist():
            name = path.name / member_path(member.filename)
            if member.is_dir() or not (said := files.named(name)):
                continue
            if stat.S_ISLNK(member.external_attr >> 16):
                student.notes.append(f"{name} is a link, and links are not followed")
                continue
            with archive.open(member) as opened:
                content = opened.read(MOST_BYTES + 1)
            unpacked += len(content)
            if unpacked > MOST_UNPACKED:
                raise BadArchive(f"it unpacks to more than {MOST_UNPACKED >> 20} MiB")
            found.append((name, said, content if len(content) <= MOST_BYTES else None))
    for member in found:
        files.add(*member)


def limited_bytes(path: Path) -> bytes:
    with open(path, "rb") as file:
        content = file.read(MOST_UNPACKED + 1)
    if len(content) > MOST_UNPACKED:
        raise BadArchive(f"it has more than {MOST_UNPACKED >> 20} MiB")
    return content


class LimitedReader(io.RawIOBase):
    """What an archive unpacks to, up to a limit: a small archive may unpack to terabytes."""

    def __init__(self, file):
        self.file, self.left = file, MOST_UNPACKED

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        content = self.file.read(self.left + 1 if size < 0 else min(size, self.left + 1))
        self.left -= len(content)
        if self.left < 0:
            raise BadArchive(f"it unpacks to more than {MOST_UNPACKED >> 20} MiB")
        return content


def read_tar(path: Path, files: HandedIn, student: Student) -> None:
    found, entries = [], 0
    name = path.name.lower()
    opener = gzip.open if name.endswith(("gz",)) else bz2.open if name.endswith("bz2") else lzma.open if name.endswith("xz") else open
    with opener(path, "rb") as packed, tarfile.open(fileobj=LimitedReader(packed), mode="r|") as archive:
        for member in archive:
            entries += 1
            if entries > MOST_ENTRIES:
                raise BadArchive(f"it has more than {MOST_ENTRIES} entries")
            place = path.name / member_path(member.name)
            if member.isdir() or not (said := files.named(place)):
                continue
            if not member.isreg():
                student.notes.append(f"{place} is a link or a device, and these are not followed")
                continue
            opened = archive.extractfile(member)
            content = opened.read(MOST_BYTES + 1) if opened else b""
            found.append((place, said, content if len(content) <= MOST_BYTES else None))
    for member in found:
        files.add(*member)
