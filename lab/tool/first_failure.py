"""What a student is shown of a program's output: what is wrong first, and no more."""
from __future__ import annotations

import itertools
import re

from .exercise import Exercise
from .program import Ran

SELFTEST = re.compile(r"^\S+: self-test \d+ of \d+: ")
MOST_REPORTS = 3  # of the emulator, on one input


def first_difference(expected: str, printed: str) -> str:
    """The first line with other words."""
    theirs, own = ([line for line in text.splitlines() if line.strip()] for text in (expected, printed))
    pairs = itertools.zip_longest(theirs, own, fillvalue="")
    number, (wanted_line, line) = next((i, pair) for i, pair in enumerate(pairs, 1) if pair[0].split() != pair[1].split())
    return f"line {number}\nexpected: {wanted_line.strip() or 'no more'}\nprinted:  {line.strip() or 'no more'}\n"


def first_failure(tested: Ran) -> str:
    """What a self-test says of the first input that fails: the emulator's reports, and what was wrong with the result. Then
    the smallest input with a wrong result, whole, with what was expected and what came."""
    told, smallest = tested.out, ""
    if at := re.search(r"^v\d+: the smallest input with a wrong result is ", tested.out, re.M):
        told, smallest = tested.out[:at.start()], tested.out[at.start():]
    first = next((line for line in told.splitlines()
                  if re.match(r"v\d+: ", line) and ": emulator: " not in line and ": further failures " not in line), "")
    reports = reports_of(tested.err, first)
    if "=========" in reports and re.search(r": CUDA error: (?:\w+\.(?:cpp|h):\d+: )?\w*\(\): ", first):
        first = ""  # a call of the harness that only tells of what was reported
    smallest = re.sub(r"^\w+: \d+ inputs right.*\n?", "", smallest, flags=re.M)
    return "\n".join(part.strip("\n") for part in (reports, first, smallest) if part.strip()) + "\n"


def reports_of(err: str, failure: str) -> str:
    """The emulator's reports on the input whose verdict is `failure`; on the first one if there was no verdict, as after a
    crash. A wrong result without a report may come before another input's reports."""
    begin, *inputs = re.split(r"(?m)^(?=\S+: self-test \d+ of \d+: )", err)
    if failure:
        verdict = failure.partition(": ")[2]
        inputs = [text for text in inputs if verdict.startswith(SELFTEST.sub("", text.partition("\n")[0]) + ": ")]
    return first_reports(begin + inputs[0]) if inputs else begin


def by_its_own_name(text: str, exercise: Exercise) -> str:
    """Without the name and the number of the ladder's version whose place the student's takes."""
    text = re.sub(rf"^{exercise.program}: (self-test \d+ of \d+: )", rf"{exercise.name}: \1", text, flags=re.M)
    text = re.sub(rf"^v{exercise.version}: the smallest", "The smallest", text, flags=re.M)
    return re.sub(rf"^v{exercise.version}: ", "", text, flags=re.M)


def first_reports(text: str) -> str:
    """The first of the emulator's reports on an input; one error has many consequences."""
    parts = re.split(r"(?m)(?<=^=========\n)", text)
    if len(parts) <= MOST_REPORTS + 1:
        return text
    return "".join([*parts[:MOST_REPORTS], f"========= and {len(parts) - 1 - MOST_REPORTS} more on this input\n", parts[-1]])
