"""Archives that students or Moodle have made, read without trusting them: nothing is unpacked, links are not followed."""
from __future__ import annotations

import bz2
import gzip
import io
import lzma
import mmap
import re
import stat
import tarfile
import zipfile
from collections import defaultdict
from pathlib import Path, PurePosixPath

from . import moodle
from .handed_in import HandedIn
from .refuse import MOST_BYTES
from .students import Collection, Student

MOST_ENTRIES = 5000
MOST_UNPACKED = 64 << 20  # bytes
CLASS = 16                # times these limits: for all students together
ENTRY_OF_ZIP = b"PK\1\2"  # begins an entry in the list of contents
ARCHIVES = (".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".tar", ".zip")


class BadArchive(Exception):
    pass


def member_path(name: str) -> PurePosixPath:
    """Throws BadArchive for a name that would leave the archive's own folder."""
    path = PurePosixPath(name.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or re.match(r"[A-Za-z]:", name):
        raise BadArchive(f"the name {name!r} leads outside of the archive")
    return path


def read_zip(path: Path, files: HandedIn, student: Student) -> None:
    found, unpacked = [], 0
    with opened_zip(path) as archive:
        for member in archive.infolist():
            name = path.name / member_path(moodle.name_of(member))
            if not member.is_dir() and (said := files.named(name)) and not is_link(member, name, student):
                content = content_of(archive, member)
                unpacked += MOST_BYTES if content is None else len(content)
                if unpacked > MOST_UNPACKED:
                    raise BadArchive(f"it unpacks to more than {MOST_UNPACKED >> 20} MiB")
                found.append((name, said, content))
    for member in found:
        files.add(*member)


def read_class(path: Path, collection: Collection, strays: list[str]) -> None:
    """Moodle's archive. What is wrong with one student's part keeps nobody else's from being read."""
    unpacked: dict[int, int] = defaultdict(int)
    with opened_zip(path, CLASS) as archive:
        for member in archive.infolist():
            try:
                by = moodle.handed_by(member_path(moodle.name_of(member)))
            except BadArchive as error:
                strays.append(f"{path.name}: {error}")
                continue
            if not by:
                continue
            student, files = collection.of(by.student, by.number)
            said = None if member.is_dir() else files.named(PurePosixPath(by.file) if len(by.rest.parts) == 1 else by.rest)
            try:
                if said and not is_link(member, by.rest, student):
                    if unpacked[id(student)] > MOST_UNPACKED:
                        raise BadArchive(f"it unpacks to more than {MOST_UNPACKED >> 20} MiB")
                    content = content_of(archive, member)
                    unpacked[id(student)] += MOST_BYTES if content is None else len(content)
                    files.add(by.rest, said, content)
            except Exception as error:
                student.general_notes.append(f"{by.rest} cannot be read: {error}")


def is_of_a_class(path: Path, times: int) -> bool:
    """Whether it is Moodle's archive, within so many times the limits."""
    try:
        with opened_zip(path, times) as archive:
            return moodle.holds_a_class(moodle.name_of(member) for member in archive.infolist() if not member.is_dir())
    except Exception:  # whatever a broken archive makes the library throw
        return False


def opened_zip(path: Path, times: int = 1) -> zipfile.ZipFile:
    """times: of the limits."""
    if path.stat().st_size > times * MOST_UNPACKED:
        raise BadArchive(f"it has more than {times * MOST_UNPACKED >> 20} MiB")
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as packed:
        entries = sum(1 for _ in re.finditer(ENTRY_OF_ZIP, packed))
    if entries > times * MOST_ENTRIES:  # before each of them takes memory
        raise BadArchive(f"it has more than {times * MOST_ENTRIES} entries")
    return zipfile.ZipFile(path)


def is_link(member: zipfile.ZipInfo, name: PurePosixPath, student: Student) -> bool:
    """Which gets a note."""
    if not stat.S_ISLNK(member.external_attr >> 16):
        return False
    student.general_notes.append(f"{name} is a link, and links are not followed")
    return True


def content_of(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes | None:
    """None: too large."""
    with archive.open(member) as opened:
        content = opened.read(MOST_BYTES + 1)
    return content if len(content) <= MOST_BYTES else None


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
                student.general_notes.append(f"{place} is a link or a device, and these are not followed")
                continue
            opened = archive.extractfile(member)
            content = opened.read(MOST_BYTES + 1) if opened else b""
            found.append((place, said, content if len(content) <= MOST_BYTES else None))
    for member in found:
        files.add(*member)
