#!/usr/bin/env python3
"""rules_test.py PROGRAM SOURCES: what CUDA_EMULATOR=explain says first of each kernel of cases.cu.

The comments "expect NAME: rule" in the source say which rule must come first, and at which line; ", words" after that must
be in what it says. CASES says it for the kernels whose fault has no line, and NOT what must not be said at all.
"""
import os
import re
import subprocess
import sys
from pathlib import Path

# The first words of each rule's text.
WORDS = {
    "uncoalesced": "Uncoalesced", "small_accesses": "Small accesses", "loaded_again": "Loaded again",
    "bank_conflicts": "Bank conflicts", "atomics": "Atomics of global memory", "shared_atomics": "Contended atomics",
    "divergence": "Idle lanes", "idle_warps": "Idle warps", "parallelism": "Too little parallelism",
    "flags": "Wide values", "launches": "Many launches", "pageable_copies": "Copies of pageable memory",
    "allocation_in_loop": "Allocation in a loop", "nothing": "Nothing found",
    "waits_for_tile": "Waits for the next tile", "waits_for_blocks": "Blocks wait for blocks",
    "unequal_warps": "Unequal warps", "loads_for_nothing": "Loads for nothing",
}
CASES = {"wide": "nothing", "divergent": "divergence", "one_block": "parallelism", "many_launches": "launches",
         "pageable": "pageable_copies"}
# Kernels without the fault that a rule is about, though they look like it.
NOT = {"tiles_ahead": "waits_for_tile", "chain_that_copies": "waits_for_blocks", "last_block": "waits_for_blocks",
       "looks": "waits_for_blocks", "alike": "unequal_warps", "divergent": "unequal_warps",
       "not_padded": "loads_for_nothing",
       "small": "loads_for_nothing"}
SAID = {"again_by_columns": "each byte 16.0 times per block",
        "padded": "Loads for nothing: 88 % of the values that this line loads are the same one",
        "many_launches": "record the launches as a graph. (see: gol_v7)"}


def explain(program: str, name: str, word: str = "explain") -> tuple[int, str]:
    """The exit code of the program, and what it writes to stderr."""
    environment = dict(os.environ, CUDA_EMULATOR=word)
    done = subprocess.run([program, name], env=environment, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stderr


def first_of(text: str) -> tuple[str, str]:
    """Place and text of the first finding."""
    lines = text.split("\n")
    if len(lines) < 2 or lines[0].startswith("Nothing"):
        return "", lines[0]
    return lines[0], lines[1].strip()


def expectations(sources: list[str]) -> dict[str, tuple[str, str, str]]:
    """By case: the rule, the place that it must name ("": none), and words that it must say."""
    expected = {name: (rule, "", "") for name, rule in CASES.items()}
    for source in map(Path, sources):
        for number, line in enumerate(source.read_text(encoding="utf-8").splitlines(), 1):
            if found := re.search(r"// expect (\w+): (\w+)(?:, (.*))?", line):
                expected[found[1]] = (found[2], f"{source.name}:{number},", found[3] or "")
    return expected


def unfolded(text: str) -> str:
    """Without the line breaks and indents of wrapped text."""
    return " ".join(text.split())


def main(program: str, sources: list[str]) -> int:
    expected = expectations(sources)
    failures = []
    for name, (rule, where, also) in expected.items():
        code, text = explain(program, name)
        place, said = first_of(text)
        if code != 0 or not said.startswith(WORDS[rule]) or where not in place:
            failures.append(f"{name}: {rule} at {where or 'no line'} is expected, exit code {code}:\n{text}")
        if also not in unfolded(text):
            failures.append(f"{name}: does not say {also!r}:\n{text}")
    for name, rule in NOT.items():
        code, text = explain(program, name)
        if code != 0 or WORDS[rule] in text or "At least" not in text:
            failures.append(f"{name}: {rule} must not be said, exit code {code}:\n{text}")
    for name, words in SAID.items():
        code, text = explain(program, name)
        if code != 0 or words not in unfolded(text):
            failures.append(f"{name}: {words!r} is expected, exit code {code}:\n{text}")
    _, text = explain(program, "steps_on_two_devices", "explain,devices=2")
    if "Do several steps in one launch" not in unfolded(text) or "graph" in text:
        failures.append(f"steps_on_two_devices: a graph cannot hold its copies:\n{text}")
    code, text = explain(program, "wide", "explain=GTX9")
    if code != 2 or "GTX9" not in text or "H200" not in text:
        failures.append(f"an unknown GPU: exit code {code}: {text}")
    _, text = explain(program, "wide", "explain=h100")
    if "on an H100" not in text:
        failures.append(f"explain=h100: {text}")
    print("\n".join(failures))
    print(f"{len(expected)} cases, {len(failures)} failures")
    return len(failures) > 0 or len(expected) < 17


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
