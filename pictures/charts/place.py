"""Writes the charts' images into the READMEs, between the marks that name them:

    <!-- picture: ladder.svg -->
    ![what it shows](pictures/ladder.svg)
    <!-- end of picture -->

The picture is in the folder pictures/ beside the README; scan/ladder.svg is scan/pictures/ladder.svg. A mark of a chart whose
figures have not been measured stays empty. Marks of other pictures are left alone.
"""
from __future__ import annotations

import pathlib
import re

from .plan import OURS

MARK = re.compile(r"(<!-- picture: (\S+) -->\n)(.*?)(<!-- end of picture -->)", re.DOTALL)


def path_of(name: str) -> str:
    """A mark's picture, from its README on: scan/ladder.svg -> scan/pictures/ladder.svg."""
    folder, _, file = name.rpartition("/")
    return f"{folder}/pictures/{file}" if folder else f"pictures/{file}"


def without_brackets(text: str) -> str:
    """in [-1, 1) -> from -1 to below 1: a single bracket would end the Markdown of an image."""
    return re.sub(r"(?:in )?\[(-?\d+), (-?\d+)\)", r"from \1 to below \2", text)


def filled(text: str, folder: str, alternatives: dict[str, str]) -> str:
    """A README's text with its images. folder: the README's, from the repository's root on ('' for the root); alternatives: a
    chart's path from the root on -> its alternative text."""
    def image(match: re.Match) -> str:
        name = match[2]
        if not OURS.fullmatch(name.rpartition("/")[2]):
            return match[0]
        path = path_of(name)
        alternative = alternatives.get(f"{folder}/{path}".lstrip("/"))
        return match[1] + (f"![{without_brackets(alternative)}]({path})\n" if alternative else "") + match[4]

    return MARK.sub(image, text)


def marked(text: str, folder: str) -> set[str]:
    """The pictures that a README shows, as paths from the root on."""
    return {f"{folder}/{path_of(name)}".lstrip("/") for _, name, _, _ in MARK.findall(text)}


def folder_of(root: pathlib.Path, readme: pathlib.Path) -> str:
    folder = readme.parent.relative_to(root).as_posix()
    return "" if folder == "." else folder
