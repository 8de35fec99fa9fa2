"""The pictures of the READMEs: <topic>/pictures/pictures.toml says what each shows, --all draws them, --check looks whether
they are what a run gives. README marks are those of charts/place.py."""
from __future__ import annotations

import sys
import tomllib
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

from .asked import Asked
from .charts.place import MARK, folder_of, path_of
from .choose import Wish
from .svg import metadata_of

WORDS = {"name": str, "programs": list, "options": list, "lines": list, "kind": str, "array": str, "space": str, "op": str,
         "kernel": str, "block": str, "warp": int, "warps": str, "request": int, "typical": bool, "requests": bool, "steps": int}


class BadGallery(Exception):
    """A pictures.toml or a README is wrong; the text is one line that names it."""


@dataclass(frozen=True)
class Entry:
    """One picture. folder: the topic's."""
    folder: Path
    name: str
    asked: Asked

    @property
    def path(self) -> Path:
        return self.folder / "pictures" / f"{self.name}.svg"


def entries_of(file: Path) -> list[Entry]:
    try:
        tables = tomllib.loads(file.read_text(encoding="utf-8")).get("map", [])
    except (OSError, ValueError) as error:
        raise BadGallery(f"{file}: {error}") from error
    entries = [entry_of(file, table) for table in tables]
    names = [entry.name for entry in entries]
    if twice := {name for name in names if names.count(name) > 1}:
        raise BadGallery(f"{file}: two pictures are called {twice.pop()}")
    return entries


def entry_of(file: Path, table: dict) -> Entry:
    where = f"{file}: [[map]] {table.get('name', 'without a name')}"
    for word, value in table.items():
        if word not in WORDS:
            raise BadGallery(f"{where}: there is no '{word}'; words are {', '.join(WORDS)}")
        if not isinstance(value, WORDS[word]):
            raise BadGallery(f"{where}: {word} must be of type {WORDS[word].__name__}")
    if not table.get("name") or not 1 <= len(table.get("programs", [])) <= 2:
        raise BadGallery(f"{where}: needs a name and one or two programs")
    if table.get("kind", "map") not in ("map", "timeline"):
        raise BadGallery(f"{where}: kind is map or timeline")
    wish = Wish(None, *(table.get(word) for word in ("array", "space", "op", "kernel", "warp", "request")), table.get("typical", False))
    asked = Asked(table["programs"], table.get("options", []), table.get("lines", []), wish, table.get("kind") == "timeline",
                  table.get("block"), table.get("warps", None if wish.warp is None else str(wish.warp)), table.get("steps"),
                  table.get("requests", False))
    return Entry(file.parents[1], table["name"], asked)


def gallery(root: Path, topics: list[str]) -> list[Entry]:
    """All pictures, or those of some folders."""
    files = sorted(root.glob("*/pictures/pictures.toml"))
    if unknown := set(topics) - {file.parts[-3] for file in files}:
        raise BadGallery(f"{unknown.pop()}: has no pictures/pictures.toml")
    return [entry for file in files if not topics or file.parts[-3] in topics for entry in entries_of(file)]


def title_of(picture: str) -> str:
    return next(element.text or "" for element in ET.fromstring(picture) if element.tag.endswith("title"))


def is_current(old: str | None, new: str) -> str:
    """What is wrong with the picture that is there, or nothing."""
    if old is None:
        return "is not there"
    try:
        if metadata_of(old) != metadata_of(new):
            return "does not show what a run gives"
    except ValueError as error:
        return str(error)
    return "" if ET.canonicalize(old) == ET.canonicalize(new) else "is drawn differently now"


def with_images(readme: Path, root: Path, titles: dict[str, str]) -> tuple[str, str, set[str]]:
    """The README's text, the same with the images of these pictures (path from the root on -> alternative text), and those
    that it has marks for."""
    text, folder, seen = readme.read_text(encoding="utf-8"), folder_of(root, readme), set()

    def image(match) -> str:
        path = path_of(match[2])
        whole = f"{folder}/{path}".lstrip("/")
        if whole not in titles:
            return match[0]
        seen.add(whole)
        return f"{match[1]}![{titles[whole]}]({path})\n{match[4]}"

    return text, MARK.sub(image, text), seen


def run(studio, root: Path, topics: list[str], write: bool) -> int:
    """Draws all, and writes them or says what differs; gives the exit code."""
    entries = gallery(root, topics)
    studio.shop.make(sorted({word for entry in entries for word in entry.asked.programs if word in studio.shop.versions}))
    problems: list[str] = []
    titles: dict[str, str] = {}
    for entry in entries:
        picture = studio.picture(entry.name, entry.asked)
        path = entry.path.relative_to(root)
        titles[path.as_posix()] = title_of(picture)
        wrong = is_current(entry.path.read_text(encoding="utf-8") if entry.path.exists() else None, picture)
        if write and wrong:
            entry.path.write_text(picture, encoding="utf-8")
            print(f"Wrote {path}: {title_of(picture)}", file=sys.stderr)
        elif wrong:
            problems.append(f"{path} {wrong}")
    problems += [f"{path} is in no pictures.toml: remove it" for path in strays(root, entries)]
    problems += in_readmes(root, titles, write)
    for problem in problems:
        print(f"scripts/draw: {problem}", file=sys.stderr)
    if problems and not write:
        print("scripts/draw: scripts/draw --all draws what a run gives", file=sys.stderr)
    return 1 if problems else 0


def strays(root: Path, entries: list[Entry]) -> list[str]:
    """The maps and timelines beside those that were drawn."""
    drawn, found = {entry.path for entry in entries}, []
    for path in sorted({path for entry in entries for path in entry.path.parent.glob("*.svg")} - drawn):
        try:
            if metadata_of(path.read_text(encoding="utf-8")).get("made_by") == "scripts/draw":
                found.append(path.relative_to(root).as_posix())
        except ValueError:
            pass  # none of ours
    return found


def in_readmes(root: Path, titles: dict[str, str], write: bool) -> list[str]:
    """Puts the images into the READMEs, or gives those READMEs in which they are not."""
    problems, shown = [], set()
    for folder in sorted({root / Path(path).parts[0] for path in titles}):
        for readme in sorted(folder.glob("**/README.md")):
            text, new, seen = with_images(readme, root, titles)
            shown |= seen
            if write and text != new:
                readme.write_text(new, encoding="utf-8")
            elif text != new:
                problems.append(f"{readme.relative_to(root)} does not show its pictures as they are")
    return problems + [f"{path} is in no README: <!-- picture: {Path(path).name} -->" for path in titles if path not in shown]
