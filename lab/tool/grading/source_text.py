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
CONTINUED = re.compile(rf"\\{SPACE}\r?\Z")
CONDITIONS = ("if", "ifdef", "ifndef")
# What g++ on Linux does not define.
OTHERS = r"_MSC_VER|__INTELLISENSE__|__INTEL_COMPILER|_WIN32|_WIN64|__APPLE__"
NEVER = re.compile(rf"if 0|ifdef\s+({OTHERS})|if\s+defined\s*\(?\s*({OTHERS})\s*\)?")
NAMES_A_HEADER = ("include", "include_next", "import", "embed")


def code_of(text: str) -> tuple[str, list[str]]:
    """Strings become "", comments a space, and lines that a backslash or a comment continues become one; empty lines behind it
    keep the numbers of the others. And what is wrong."""
    text = joined(text.removeprefix("\ufeff"))
    code, faults, before, owed = [], [], "", 0  # owed: lines that a comment has swallowed
    if re.search(r"\r(?!\n)", text):  # a new line for g++
        faults.append("has a carriage return within a line")
    for token in TOKEN.finditer(text):
        kind, found = token.lastgroup, token.group()
        if kind == "comment":
            code.append(" ")
            owed += found.count("\n")
            continue
        if found == "\n":
            code.append("\n" * owed)
            owed = 0
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


def joined(text: str) -> str:
    """With lines that a backslash continues in one, and as many empty ones behind it."""
    lines, held, owed = [], "", 0
    for line in text.split("\n"):
        if continued := CONTINUED.search(line):
            held, owed = held + line[:continued.start()], owed + 1
        else:
            lines += [held + line] + [""] * owed
            held, owed = "", 0
    return "\n".join(lines + ([held] + [""] * owed if owed else []))


def directives_of(code: str) -> list[tuple[int, str, str]]:
    """Their lines and names, and what follows on the line. Without those in a branch for another compiler, and under #if 0."""
    found = [(code.count("\n", 0, match.start()) + 1, *match.groups()) for match in DIRECTIVE.finditer(code)]
    defined = {re.split(r"[\s(]", rest)[0] for _, name, rest in found if name == "define"}
    kept, depth = [], 0  # depth: of conditions, counted from one that never holds
    for line, name, rest in found:
        if depth:
            depth += (name in CONDITIONS) - (name == "endif")
            if depth == 1 and name in ("else", "elif", "elifdef", "elifndef"):
                depth = 0
            continue
        never = NEVER.fullmatch(f"{name} {rest.strip()}")
        depth = 1 if never and not defined & set(never.groups()) else 0
        if not depth:
            kept.append((line, name, rest))
    return kept


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
