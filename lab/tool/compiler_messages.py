"""What g++ and clang++ print, without the warnings where there are errors: many of these warnings are only consequences,
as 'unused variable' of a name that was misspelt where it is used. Of several errors at one place, as a template's for each of
its types, the first is kept. What g++ says in its own terms is said in those of CUDA."""
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
    return in_plain_words(first_of_each_place("".join(kept))) if any(ERROR.match(line) for line in kept) else messages


def first_of_each_place(errors: str) -> str:
    blocks: list[list[str]] = [[]]
    has_error = False
    for line in errors.splitlines(keepends=True):
        begins = bool(ERROR.match(line) or REQUIRED.match(line) or INCLUDED.match(line) or FUNCTION.match(line.rstrip("\n")))
        if begins and has_error:
            blocks.append([])
            has_error = False
        blocks[-1].append(line)
        has_error = has_error or bool(ERROR.match(line))
    kept, seen = [], set()  # places with a column; the kernel rewriter has none, and may say two things of a line
    for block in blocks:
        place = next((ERROR.match(line)[0] for line in block if ERROR.match(line)), None)
        launch = next((line.partition(": error: ")[0].rpartition(":")[0] for line in block if LAUNCH_SIGNS.search(line)), None)
        if (place and place in seen and place.count(":") > 3) or (launch and launch in seen):
            continue
        seen |= {place, launch} - {None}
        kept.append(launch_in_two_signs(block) if launch else block)
    return "".join(line for block in kept for line in block)


# A launch with << in place of <<<. The compiler sees shifts: of the kernel to the left, of the block's size to the right.
LAUNCH_SIGNS = re.compile(r": error: no match for 'operator(?:<<' \(operand types are 'void\(|>>' \(operand types are '(?:const )?dim3)"
                          .replace("'", "['‘’]"))


def launch_in_two_signs(block: list[str]) -> list[str]:
    """Its message and the source line."""
    error = next(i for i, line in enumerate(block) if LAUNCH_SIGNS.search(line))
    place = block[error].partition(": error: ")[0]
    return [*block[:error], f"{place}: error: a kernel launch is written <<<grid, block>>>, with three signs on each side\n",
            *block[error + 1:error + 2]]


def in_plain_words(errors: str) -> str:
    errors = re.sub(r"assignment of read-only location ['‘]\*\((\w+) \+ .*['’]",
                    r"'\1' points to const: nothing may be stored through it", errors)
    errors = errors.replace("extended character \u00a0 is not valid in an identifier",
                            "a no-break space (U+00A0) stands here: replace it with a space")
    errors = re.sub(r"(?m)^(\S+:\d+):\d+:( +required from here)$", r"\1:\2", errors)  # a macro's column
    return re.sub(r"(?m)^.*note: suggested alternatives?:\n(?!.*note: )", "", errors)
