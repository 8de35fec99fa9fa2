"""Reads a source as far as whoever looks for forbidden words must: without comments and the text of strings.

A compiler and a reader like this one must not take the same bytes for different things, or code could be hidden from the reader.
So whatever could be read in two ways is a fault: raw strings, unfinished quotes, header names that hold the beginning of a comment
(g++ takes #include <a/*b> as one also in text that it skips).
"""
from __future__ import annotations

import re

SPACE = r"[ \t\f\v]*"
TOKEN = re.compile(r"""
    (?P<comment>//[^\n]*|/\*.*?(?:\*/|\Z))
  | (?P<raw>(?:u8|[uUL])?R")
  | (?P<number>\.?[0-9](?:[eEpP][+-]|'?[0-9A-Za-z_]|\.)*)
  | (?P<word>(?:[A-Za-z_$]|[^\x00-\x7F])(?:[0-9A-Za-z_$]|[^\x00-\x7F])*)
  | (?P<literal>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
  | (?P<quote>["'])
  | (?P<other>.)""", re.S | re.X)
DIRECTIVE = re.compile(rf"^{SPACE}(?:\#|%:){SPACE}(\w+){SPACE}(.*)$", re.M)
NAMES_A_HEADER = ("include", "include_next", "import", "embed")


def code_of(text: str) -> tuple[str, list[str]]:
    """Strings become "", comments a space, and lines that a backslash continues become one. And what is wrong."""
    text = re.sub(rf"\\{SPACE}\r?\n", "", text.removeprefix("\ufeff"))
    code, faults, before = [], [], ""
    if re.search(r"\r(?!\n)", text):  # a new line for g++
        faults.append("has a carriage return within a line")
    for token in TOKEN.finditer(text):
        kind, found = token.lastgroup, token.group()
        if kind == "comment":
            code.append(" " + "\n" * found.count("\n"))
            continue
        if kind == "raw":
            faults.append('uses raw strings (R"...")')
        elif kind == "quote":
            faults.append(f"has a {found} without another one on its line")
        if before in NAMES_A_HEADER and (found == "<" or kind == "literal"):
            header = re.match(r'<[^>\n]*|"[^"\n]*|.*', text[token.start():token.start() + 1000]).group()
            if re.search(r"""//|/\*|\\|.["']""", header):
                faults.append("includes a header with a name that is none")
        if not found.isspace():
            before = found
        code.append(('""' if found[0] == '"' else "'0'") + "\n" * found.count("\n") if kind == "literal" else found)
    return "".join(code), faults


def directives_of(code: str) -> list[tuple[str, str]]:
    """Their names, and what follows on the line."""
    return DIRECTIVE.findall(code)


def attributes_of(code: str) -> set[str]:
    """All words in __attribute__((...)), without the underscores round them; "" for what does not have this form."""
    words: set[str] = set()
    for match in re.finditer(r"\b__attribute(?:__)?\b\s*", code):
        depth, end = 0, match.end()
        for end in range(match.end(), len(code)):
            depth += {"(": 1, ")": -1}.get(code[end], 0)
            if depth <= 0:
                break
        inside = code[match.end():end + 1]
        if not re.match(r"\(\s*\(", inside) or depth != 0:
            words.add("")
        words |= {word.strip("_") for word in re.findall(r"[^\W\d]\w*", inside)}
    return words
