"""What students have handed in: folders, archives or files, read without trusting any of it.

Nothing is unpacked: of an archive only the files with the exercises' names are read, into memory. Links are not followed.
"""
from __future__ import annotations

import os
import stat
from pathlib import Path, PurePosixPath
from typing import Iterable

from ..exercise import Exercise
from . import archives, moodle
from .archives import ARCHIVES
from .handed_in import LINK, NOT_ASKED, PACKED, SEPARATORS, Fit, HandedIn, Named, Names
from .refuse import MOST_BYTES
from .students import Collection, Student

MOST_ENTRIES = 5000       # of a student's folder
DEEPEST = 6               # folders within folders
TOO_DEEP = f"not read, because it lies more than {DEEPEST} folders down"


def find(given: Path, exercises: list[Exercise], course: Iterable[str] = (),
         graded: Iterable[str] = ()) -> tuple[list[Student], list[str]]:
    """The students in the order of their names, and notes on what names no student. given: a folder, or Moodle's archive of a
    class. course: the names of all exercises; graded: of those that have grades already."""
    names, strays = Names(exercises, course, graded), []
    collection = Collection(names)
    entries = entries_of(given)
    for entry in entries:
        is_file = entry.is_file(follow_symlinks=False)
        alone = len(entries) == 1
        if is_file and entry.name.lower().endswith(".zip") and archives.is_of_a_class(Path(entry.path), archives.CLASS if alone else 1):
            if alone:
                archives.read_class(Path(entry.path), collection, strays)
            else:  # a student's own archive could name others
                strays.append(f"{entry.name} was not read: Moodle's archive of a class is graded alone: name it in place of the folder")
        elif by := moodle.handed_by(PurePosixPath(entry.name)):
            read_moodle(entry, by, *collection.of(by.student, by.number))
        else:
            name, single = student_of(entry.name, names, not is_file)
            if name:
                read_any(entry, single, *collection.of(name))
            else:
                strays.append(f"{entry.name} was not read: it names no student")
    return collection.settle(), strays


def entries_of(given: Path) -> list[os.DirEntry]:
    """Of a folder, or the one that is an archive. A folder that holds Moodle's folder of a class stands for it."""
    if given.is_file():
        given = given.resolve()
        return [entry for entry in os.scandir(given.parent) if entry.name == given.name]
    entries = sorted((entry for entry in os.scandir(given) if not entry.name.startswith(".")), key=lambda e: os.fsencode(e.name))
    if len(entries) == 1 and entries[0].is_dir(follow_symlinks=False) and not moodle.NAME.fullmatch(entries[0].name):
        try:
            if moodle.holds_a_class(os.listdir(entries[0].path)):
                return entries_of(Path(entries[0].path))
        except OSError:
            pass  # it is said where it is read
    return entries


def read_any(entry: os.DirEntry, single: Named | None, student: Student, files: HandedIn) -> None:
    if entry.is_symlink():
        student.general_notes.append(f"{entry.name} is a link, and links are not followed")
    elif entry.is_dir(follow_symlinks=False):
        read_folder(Path(entry.path), files, student)
    elif entry.is_file(follow_symlinks=False):
        read_entry(Path(entry.path), single, files, student)
    else:
        student.general_notes.append(f"{entry.name} is neither a file nor a folder")


def read_moodle(entry: os.DirEntry, by: moodle.HandedBy, student: Student, files: HandedIn) -> None:
    is_source = entry.is_file(follow_symlinks=False) and not entry.name.lower().endswith(ARCHIVES)
    if not is_source:
        read_any(entry, None, student, files)
    elif said := files.named(PurePosixPath(by.file)):
        read_any(entry, said, student, files)


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
            archives.read_zip(path, files, student)
        elif path.name.lower().endswith(ARCHIVES):
            archives.read_tar(path, files, student)
        elif single and single.exercise not in files.names.chosen:
            if single.exercise not in files.names.graded:
                files.skipped[NOT_ASKED].append(path.name)
        elif single:
            files.add(PurePosixPath(path.name), single, b"" if single.fit == Fit.near else read_file(path))
        else:
            student.general_notes.append(f"{path.name} was not read: it is no {', '.join(ARCHIVES)}")
    except Exception as error:  # whatever a broken archive makes the libraries throw; one must not end the grading of all
        student.general_notes.append(f"{path.name} cannot be read: {error}")


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
                student.general_notes.append(f"{current.name} cannot be read: {error.strerror}")
                continue
            for entry in entries:
                seen += 1
                if seen > MOST_ENTRIES:
                    student.general_notes.append(f"more than {MOST_ENTRIES} files: the rest is left out")
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
        student.general_notes.append(f"{path} " + ("is a link, and links are not followed" if entry.is_symlink()
                                           else f"cannot be read: {error}"))
