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

from ..exercise import Exercise
from .refuse import MOST_BYTES

MOST_ENTRIES = 5000
MOST_UNPACKED = 64 << 20  # bytes of an archive
DEEPEST = 6               # folders within folders
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


def printable(text: str) -> str:
    """On one line, without control characters: what is odd becomes an escape."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogateescape").decode("ascii", "replace")
                   if not 0xD800 <= ord(c) <= 0xDFFF else f"\\x{ord(c) & 0xFF:02x}" for c in text)


def find(folder: Path, exercises: list[Exercise]) -> list[Student]:
    """The students in the order of their names."""
    students: dict[str, Student] = {}
    for entry in sorted(os.scandir(folder), key=lambda e: os.fsencode(e.name)):
        if entry.name.startswith("."):
            continue
        name, single = student_of(entry.name, exercises, entry.is_dir(follow_symlinks=False))
        student = students.setdefault(name, Student(name))
        if entry.is_symlink():
            student.notes.append(f"{entry.name} is a link, and links are not followed")
        elif entry.is_dir(follow_symlinks=False):
            read_folder(Path(entry.path), exercises, student)
        elif entry.is_file(follow_symlinks=False):
            read_entry(Path(entry.path), single, exercises, student)
        else:
            student.notes.append(f"{entry.name} is neither a file nor a folder")
    give_slugs(list(students.values()))
    return list(students.values())


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


def student_of(name: str, exercises: list[Exercise], is_folder: bool) -> tuple[str, Exercise | None]:
    """Whose it is by its name, and which exercise it is if it is a single file."""
    if is_folder:
        return name, None
    for suffix in ARCHIVES:
        if name.lower().endswith(suffix) and len(name) > len(suffix):
            return name[:-len(suffix)], None
    for exercise in sorted(exercises, key=lambda e: -len(e.answer_name)):
        if name.endswith(exercise.answer_name) and len(name) > len(exercise.answer_name):
            return name[:-len(exercise.answer_name)].rstrip("_-. ") or name, exercise
    single = exercises[0] if len(exercises) == 1 and name.endswith(exercises[0].answer_suffix) else None
    return (name.rsplit(".", 1)[0] or name), single


def read_entry(path: Path, single: Exercise | None, exercises: list[Exercise], student: Student) -> None:
    try:
        if path.name.lower().endswith(".zip"):
            read_zip(path, exercises, student)
        elif path.name.lower().endswith(ARCHIVES):
            read_tar(path, exercises, student)
        elif single:
            take(student, single, read_file(path), path.name)
        else:
            student.notes.append(f"{path.name} is no archive, and its name ends with no exercise's file name")
    except Exception as error:  # whatever a broken archive makes the libraries throw; one must not end the grading of all
        student.notes.append(f"{path.name} cannot be read: {error}")


def take(student: Student, exercise: Exercise, content: bytes | None, where: str) -> None:
    if content is None:
        student.notes.append(f"{where} is larger than {MOST_BYTES} bytes")
    elif exercise.name in student.files:
        if student.files[exercise.name] != content:
            student.notes.append(f"{where} is left out: there is another {exercise.answer_name}")
    else:
        student.files[exercise.name] = content


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


def read_folder(folder: Path, exercises: list[Exercise], student: Student) -> None:
    """Takes the files with the exercises' names, those that lie higher first."""
    wanted = {e.answer_name: e for e in exercises}
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
                elif entry.name in wanted:
                    try:
                        take(student, wanted[entry.name], read_file(Path(entry.path)), entry.name)
                    except OSError as error:
                        link = entry.is_symlink()
                        student.notes.append(f"{entry.name} " + ("is a link, and links are not followed" if link
                                                                 else f"cannot be read: {error}"))
        level = below


def member_path(name: str) -> PurePosixPath:
    """Throws BadArchive for a name that would leave the archive's own folder."""
    path = PurePosixPath(name.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or re.match(r"[A-Za-z]:", name):
        raise BadArchive(f"the name {name!r} leads outside of the archive")
    return path


def take_members(found: list[tuple[PurePosixPath, bytes | None]], exercises: list[Exercise], student: Student) -> None:
    wanted = {e.answer_name: e for e in exercises}
    for path, content in sorted(found, key=lambda member: (len(member[0].parts), str(member[0]))):
        take(student, wanted[path.name], content, str(path))


def read_zip(path: Path, exercises: list[Exercise], student: Student) -> None:
    wanted = {e.answer_name for e in exercises}
    found, packed, unpacked = [], limited_bytes(path), 0
    if packed.count(ENTRY_OF_ZIP) > MOST_ENTRIES:  # before each of them takes memory
        raise BadArchive(f"it has more than {MOST_ENTRIES} entries")
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        for member in archive.infolist():
            name = member_path(member.filename)
            if name.name not in wanted or member.is_dir():
                continue
            if stat.S_ISLNK(member.external_attr >> 16):
                student.notes.append(f"{name.name} is a link, and links are not followed")
                continue
            with archive.open(member) as opened:
                content = opened.read(MOST_BYTES + 1)
            unpacked += len(content)
            if unpacked > MOST_UNPACKED:
                raise BadArchive(f"it unpacks to more than {MOST_UNPACKED >> 20} MiB")
            found.append((name, content if len(content) <= MOST_BYTES else None))
    take_members(found, exercises, student)


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


def read_tar(path: Path, exercises: list[Exercise], student: Student) -> None:
    wanted = {e.answer_name for e in exercises}
    found, entries = [], 0
    name = path.name.lower()
    opener = gzip.open if name.endswith(("gz",)) else bz2.open if name.endswith("bz2") else lzma.open if name.endswith("xz") else open
    with opener(path, "rb") as packed, tarfile.open(fileobj=LimitedReader(packed), mode="r|") as archive:
        for member in archive:
            entries += 1
            if entries > MOST_ENTRIES:
                raise BadArchive(f"it has more than {MOST_ENTRIES} entries")
            place = member_path(member.name)
            if place.name not in wanted or member.isdir():
                continue
            if not member.isreg():
                student.notes.append(f"{place.name} is a link or a device, and these are not followed")
                continue
            opened = archive.extractfile(member)
            content = opened.read(MOST_BYTES + 1) if opened else b""
            found.append((place, content if len(content) <= MOST_BYTES else None))
    take_members(found, exercises, student)
