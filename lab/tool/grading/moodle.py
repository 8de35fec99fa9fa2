"""What Moodle's 'download all submissions' makes: a folder, or a file, with a student's name, a number and a plugin's name.

    Ana Müller_12345_assignsubmission_file_/vecadd_bytes.cu          the folder's last _ is not always there
    Ana Müller_12345_assignsubmission_onlinetext_/onlinetext.html    the same student
    Ana Müller_12345_assignsubmission_file_vecadd_bytes.cu           without 'download submissions in folders'

The number is another one in each assignment, so it only tells apart students of one name within one download.
"""
from __future__ import annotations

import re
import unicodedata
import zipfile
from collections import Counter
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Iterable

NAME = re.compile(r"(.+)_(\d+)_assignsubmission_[a-z0-9]+(?:_(.*))?", re.DOTALL)
UTF8 = 0x800  # in the flags of a zip's entry: how its name is written
JUNK = "__MACOSX"


@dataclass
class HandedBy:
    """file: what is left of the name of a file. rest: the path from Moodle's name on."""
    student: str
    number: str
    file: str
    rest: PurePosixPath


def handed_by(path: PurePosixPath) -> HandedBy | None:
    """Whose a path is, by the first or the second of its names: who packs Moodle's folders again often packs the folder around them."""
    for place, part in enumerate(path.parts[:2]):
        if found := NAME.fullmatch(part):
            # macOS writes the dots of an umlaut as a character of their own.
            return HandedBy(unicodedata.normalize("NFC", found[1]), found[2], found[3] or "", PurePosixPath(*path.parts[place:]))
    return None


def holds_a_class(names: Iterable[str]) -> bool:
    """Whether all names of an archive or a folder are Moodle's."""
    kept = [path for name in names if (path := PurePosixPath(name)).parts and path.parts[0] != JUNK and not path.name.startswith(".")]
    return bool(kept) and all(handed_by(path) for path in kept)


def name_of(member: zipfile.ZipInfo) -> str:
    """Some programs write UTF-8 and do not say so."""
    if not member.flag_bits & UTF8:
        try:
            return member.filename.encode("cp437").decode()
        except UnicodeError:
            pass
    return member.filename


def told_apart(students: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """A name for each (name, number): with the number where several have the name."""
    keys = list(students)
    count, taken = Counter(name for name, _ in keys), {}
    for name, number in sorted(keys, key=lambda key: (key[1] != "", key)):  # names that somebody chose stay as they are
        own = name if count[name] == 1 or not number else f"{name}_{number}"
        while own in taken.values():
            own += f"_{number}"
        taken[name, number] = own
    return taken
