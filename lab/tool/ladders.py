"""Which ladders there are, and which files: as the calls of ladder() in the CMakeLists.txt say it. Needs no build.

The only reader of these calls: the site, the pictures and the scripts use it, too.
"""
from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Ladder:
    name: str                    # of its program: "reduce"
    topic: str                   # the topic's type: "Reduction"
    folder: Path
    versions: dict[int, Path]    # by their numbers, in this order
    library: Path | None

    @property
    def files(self) -> list[Path]:
        """In the order of the table that the program prints."""
        return [*self.versions.values(), *([self.library] if self.library else [])]


def in_lists(lists: Path) -> list[Ladder]:
    """Those of one CMakeLists.txt, in its order."""
    text = re.sub(r"#.*", "", lists.read_text())
    return [ladder(lists.parent, words.split()) for words in re.findall(r"^\s*ladder\(([^)]*)\)", text, re.MULTILINE)]


def ladder(folder: Path, words: list[str]) -> Ladder:
    """words: the arguments of ladder(), as cmake/Ladder.cmake describes them. A file may be named again by what it needs: SM_80."""
    name, topic = words[:2]
    numbered, library = {}, None
    for word in words[2:]:
        if version := re.fullmatch(r"v(\d+)_\w+\.cu", word):
            numbered[int(version[1])] = folder / word
        elif re.fullmatch(r"library_\w+\.cu", word):
            library = folder / word
    return Ladder(name, topic, folder, dict(sorted(numbered.items())), library)


def in_folder(folder: Path) -> list[Ladder]:
    """A topic's: its own, then those of its folders."""
    return [one for lists in [folder / "CMakeLists.txt", *sorted(folder.glob("*/CMakeLists.txt"))] if lists.exists()
            for one in in_lists(lists)]


def in_project(root: Path) -> dict[str, Ladder]:
    """All that users meet, by name. (Those below tests/ lie deeper.)"""
    return {one.name: one for lists in sorted(root.glob("*/CMakeLists.txt")) for one in in_folder(lists.parent)}


def registered_in(text: str, root: Path) -> Ladder | None:
    """The ladder that a file with this text registers a version of."""
    registered = re.search(r"LADDER_VERSION\(\s*(\w+)\s*,\s*\d", text)
    return next((one for one in in_project(root).values() if registered and one.topic == registered[1]), None)
