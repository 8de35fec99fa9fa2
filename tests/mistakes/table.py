"""The tables of mistakes: their rows, and what a row makes of a source file. README.md beside this file describes them."""
import re
from dataclasses import dataclass, field

KEYS = {"version", "options", "right", "report", "selftest", "plain", "at", "selftest at", "plain at", "compile",
        "not", "unseen", "should", "replace", "file"}


@dataclass
class Row:
    table: str
    name: str
    line: int
    edits: list = field(default_factory=list)  # of (old text, new text)
    keys: dict = field(default_factory=dict)   # key -> list of values

    def all(self, key):
        return self.keys.get(key, [])

    def first(self, key, default=""):
        return self.all(key)[0] if self.all(key) else default

    def where(self):
        return f"{self.table}:{self.line}"

    def edited(self, version):
        """The file that the row edits: the version's, or a header beside it."""
        return version.with_name(self.first("file", version.name))


class Wrong(Exception):
    """The table is wrong: it does not fit the sources, say."""


def read_table(path):
    rows, hunk = [], []

    def end_hunk():
        if hunk:
            old = "".join(text + "\n" for sign, text in hunk if sign in "-|")
            new = "".join(text + "\n" for sign, text in hunk if sign in "+|")
            rows[-1].edits.append((old, new))
            hunk.clear()

    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.startswith("#") or not line.strip():
            end_hunk()
        elif line.startswith("["):
            end_hunk()
            rows.append(Row(path.name, line.strip("[] "), number))
        elif line[0] in "-+|":
            hunk.append((line[0], line[1:]))
        elif line == "...":
            end_hunk()
        else:
            end_hunk()
            key, _, value = line.partition(": ")
            if key not in KEYS or not rows:
                raise Wrong(f"{path.name}:{number}: no such key: {key}")
            if key == "replace":
                old, _, new = value.partition(" => ")
                rows[-1].edits.append((old, new))
            else:
                rows[-1].keys.setdefault(key, []).append(value.strip())
    end_hunk()
    return rows


def planted(row, source):
    """The source with the row's edits; each must fit at exactly one place."""
    text = source.read_text()
    for old, new in row.edits:
        if text.count(old) != 1:
            raise Wrong(f"{row.where()}: this text is {text.count(old)} times in {source.name}, not once:\n{old}")
        text = text.replace(old, new)
    return text


def line_of(row, text, fragment):
    """The line that holds the fragment in the planted text; `fragment @2`: the second one that does."""
    match = re.fullmatch(r"(.*) @(\d+)", fragment)
    wanted = int(match[2]) if match else 0
    part = match[1] if match else fragment
    lines = [number for number, line in enumerate(text.splitlines(), 1) if part in line]
    if not lines or (len(lines) > 1 and not wanted) or wanted > len(lines):
        raise Wrong(f"{row.where()}: at: '{part}' is in lines {lines}")
    return lines[max(wanted, 1) - 1]
