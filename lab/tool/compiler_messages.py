"""What g++ and clang++ print, without the warnings where there are errors: many of these warnings are only consequences,
as 'unused variable' of a name that was misspelt where it is used."""
from __future__ import annotations

import re

PLACE = r"[^\s:][^:]*:(?:\d+:){1,2} "
ERROR = re.compile(r"[^\s:][^:]*:(?:\d+:){0,2} (?:fatal )?error: ")
WARNING = re.compile(PLACE + "warning: ")
# Before a message: the function that it is in, and how the compiler came to that line.
FUNCTION = re.compile(r"In file included from |[^\s:][^:]*: (?:In |At )\S.*:$")
INCLUDED = re.compile(r" +from .*[:,]$")
REQUIRED = re.compile(PLACE + " *required (?:from|by) ")
# Behind a message: the source line, carets, remarks. Behind all of them: clang's sum.
REST = re.compile(r"\s|" + PLACE + "note: ")
SUM = re.compile(r"\d+ (?:warning|error)s?(?: and \d+ errors?)? generated\.$")


def errors_of(messages: str) -> str:
    """The errors, each with the lines that belong to it. All messages, if no line is known as an error."""
    kept: list[str] = []
    before: list[str] = []
    dropping = False
    for line in messages.splitlines(keepends=True):
        if FUNCTION.match(line.rstrip("\n")):
            before = [line]
        elif INCLUDED.match(line.rstrip("\n")) or REQUIRED.match(line):
            before.append(line)
        elif WARNING.match(line):
            before = [b for b in before if not REQUIRED.match(b)]  # an error in the same function may follow
            dropping = True
        elif not (dropping and REST.match(line)) and not SUM.match(line):
            kept += [*before, line]
            before, dropping = [], False
    return "".join(kept) if any(ERROR.match(line) for line in kept) else messages
