"""The repository's Markdown, as MkDocs wants it: links lead to pages of the site, pictures are put inline."""
from __future__ import annotations

import posixpath
import re
from pathlib import Path

from .pictures import inline
from .repository import ROOT

# A picture on a line of its own, whose words may hold any brackets; code; or a link.
LINK = re.compile(r"^!\[(?P<alt>[^\n]*)\]\((?P<file>\S+)\)$|(?P<code>`+)[^`].*?(?P=code)|(?P<picture>!?)\[(?P<words>(?:[^\[\]]|\[[^\]]*\])*)\]\((?P<target>[^()\s]+)\)", re.S | re.M)
FENCE = re.compile(r"^\s*(```|~~~)")
LIST_ITEM = re.compile(r"^(?:[-*+]|\d+\.) ")


class Pages:
    """All pages of the site: which file of the repository each shows, and the HTML that goes into them."""

    def __init__(self) -> None:
        self.of_path: dict[str, str] = {}      # path in the repository -> page, with #anchor
        self.texts: dict[str, str] = {}        # page -> Markdown
        self.fragments: dict[str, str] = {}    # name -> HTML
        self.files: dict[str, Path] = {}       # file of the site -> where it is copied from

    def fragment(self, html: str) -> str:
        """Gives the Markdown that stands for this HTML. It is put in after Markdown has been made HTML."""
        name = f"f{len(self.fragments)}"
        self.fragments[name] = html
        return f"\n\n<!-- fragment: {name} -->\n\n"

    def link(self, page: str, target: str) -> str:
        """From a page to another one, which may have an #anchor."""
        path, _, anchor = target.partition("#")
        relative = posixpath.relpath(path, posixpath.dirname(page) or ".") if path != page else ""
        return relative + (f"#{anchor}" if anchor else "")

    def target(self, path: str) -> str | None:
        """The page that shows a file or a folder of the repository."""
        path = posixpath.normpath(path)
        for name in (path, f"{path}/README.md", path.removesuffix("/README.md")):
            if name in self.of_path:
                return self.of_path[name]
        return None

    def rewritten(self, text: str, page: str, folder: str) -> str:
        """folder: of the Markdown file, from the root of the repository."""
        return outside_fences(text, lambda part: LINK.sub(lambda m: self.new_link(m, page, folder), part))

    def new_link(self, match: re.Match, page: str, folder: str) -> str:
        picture, words, target = match["picture"] or match["file"], match["alt"] or match["words"], match["file"] or match["target"]
        if match["code"] or re.match(r"[a-z]+:|#", target):
            return match[0]
        path, _, anchor = target.partition("#")
        path = posixpath.normpath(posixpath.join(folder, path))
        if picture:
            return self.picture(ROOT / path, re.sub(r"\\([\[\]])", r"\1", words))
        found = self.target(path)
        if found is None:
            return words  # the site has no page of it
        return f"[{words}]({self.link(page, found.partition('#')[0] + '#' + anchor if anchor else found)})"

    def picture(self, file: Path, alt: str) -> str:
        if not file.exists():
            return f"*{alt}*"
        return self.fragment(inline(file, f"picture-{len(self.fragments)}", alt)) if file.suffix == ".svg" else ""


def outside_fences(text: str, change) -> str:
    """Changes what is not in a fenced block."""
    result, block, fenced = [], [], False

    def flush() -> None:
        if block:
            result.append(change("\n".join(block)))
        block.clear()

    for line in text.split("\n"):
        if FENCE.match(line):
            if not fenced:
                flush()
            fenced = not fenced
            result.append(line)
        elif fenced:
            result.append(line)
        else:
            block.append(line)
    flush()
    return "\n".join(result)


def prepared(text: str) -> str:
    """Without the scripts' marks, and with the empty lines before lists that Python-Markdown wants and GitHub does not."""
    text = re.sub(r"^<!--.*?-->\n?", "", text, flags=re.M | re.S)
    lines, fenced, result = text.split("\n"), False, []
    for line in lines:
        if FENCE.match(line):
            fenced = not fenced
        before = result[-1] if result else ""
        if not fenced and LIST_ITEM.match(line) and before.strip() and not LIST_ITEM.match(before) and not before.startswith(" "):
            result.append("")
        result.append(line)
    return "\n".join(result)


def sections(text: str) -> tuple[str, list[tuple[str, str]]]:
    """What stands before the first ## heading, and the heading and text of each."""
    parts = re.split(r"^## (.+)$", text, flags=re.M)
    return parts[0], list(zip(parts[1::2], parts[2::2]))


def title(text: str) -> str:
    return re.search(r"^# (.+)$", text, re.M)[1]


def without_title(text: str) -> str:
    return re.sub(r"^# .+\n", "", text, count=1, flags=re.M)
