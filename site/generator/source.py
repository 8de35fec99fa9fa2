"""A source file as HTML: highlighted, with line numbers, and beside each line what the emulator counted there."""
from __future__ import annotations

import sys
from dataclasses import dataclass
from html import escape
from pathlib import Path

from pygments import lex
from pygments.lexers import get_lexer_by_name
from pygments.token import STANDARD_TYPES, Token

# Classes whose colour is that of plain text.
PLAIN = {"", "n", "p", "w", "o", "x", "esc"}


def css_class(kind) -> str:
    while kind not in STANDARD_TYPES:
        kind = kind.parent
    return STANDARD_TYPES[kind]


def highlighted(text: str, language: str = "cuda") -> list[str]:
    """The lines of a text, each complete HTML by itself."""
    lexer = get_lexer_by_name(language, stripnl=False, ensurenl=True)
    lines = [""]
    for kind, value in lex(text, lexer):
        name = "" if kind is Token.Text.Whitespace else css_class(kind)
        for i, piece in enumerate(value.split("\n")):
            if i:
                lines.append("")
            if piece:
                safe = escape(piece, quote=False)
                lines[-1] += safe if name in PLAIN else f'<span class="{name}">{safe}</span>'
    return lines[:len(text.splitlines())]


@dataclass
class Traffic:
    """What one line did, of one kind of access."""
    kind: str          # "shared load"
    requests: int
    entry: dict
    place: str         # in the JSON file
    file: Path         # the JSON file


def kind_of(entry: dict) -> str:
    memory = "global" if entry["memory"] == "module" else entry["memory"]
    return f"{memory} {entry['access']}"


def find_line(lines: list[str], entry: dict) -> int | None:
    """The number of the line that was counted: of its text, whatever has been written above it since."""
    text = entry.get("text")
    if text is None:
        return entry["line"] if entry["line"] <= len(lines) else None
    same = [number for number, line in enumerate(lines, 1) if line.strip() == text]
    return same[entry["occurrence"]] if entry["occurrence"] < len(same) else None


def traffic_of(source: Path, text: str, json_file: Path, run: dict | None, version: str) -> dict[int, list[Traffic]]:
    """By line. A line that was counted and is no longer in the source is left out, and named on stderr."""
    if run is None:
        return {}
    lines = text.splitlines()
    found: dict[int, list[Traffic]] = {}
    for i, v in enumerate(run["versions"]):
        if v["version"] != version:
            continue
        for k, entry in enumerate(v.get("counters", {}).get("lines", [])):
            if entry["file"] != source.name:
                continue
            number = find_line(lines, entry)
            if number is None:
                print(f"{source.name}: '{entry.get('text', entry['line'])}' has changed since it was counted; its counts are left out "
                      f"(scripts/measure counts anew)", file=sys.stderr)
                continue
            at = f"versions/{i}/counters/lines/{k}"
            found.setdefault(number, []).append(Traffic(kind_of(entry), entry["requests"], entry, at, json_file))
    return found
