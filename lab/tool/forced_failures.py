"""Whether a plain CUDA program says so when a call of CUDA fails: the emulator lets one call fail (CUDA_EMULATOR=fail=copy:2)."""
from __future__ import annotations

from typing import Callable

from .program import Ran, how_it_ended

# What cudaGetErrorString() says of the emulator's forced failures, by their kinds.
ERROR_TEXTS = {"allocation": "out of memory", "copy": "invalid argument", "fill": "invalid argument",
               "launch": "too many resources requested for launch", "kernel": "unspecified launch failure"}


def first_untold(calls: list[str], run: Callable[[dict[str, str]], Ran]) -> tuple[str, str, str] | None:
    """Lets one call after the other fail. None if each is told; else the first that is not, what is wrong, and what the program
    printed. A kind of call that the program does not make has nothing to be told, but one of them it must make."""
    made = False
    for call in calls:
        ran = run({"CUDA_EMULATOR": f"fail={call}"})
        if any(line.startswith(f"CUDA emulator: fail={call}: nothing has failed") for line in ran.err.splitlines()):
            continue
        made = True
        if why := untold(ran, ERROR_TEXTS[call.partition(":")[0]]):
            return call, why, ran.err
    return None if made else (calls[0], "the program makes no such call, and none of the other kinds that are wanted.", "")


def untold(ran: Ran, text: str) -> str:
    """What is wrong with the end of a program of which a call has failed; "" if it says the error and exits with 1."""
    if ran.code != 1:
        return f"the program {how_it_ended(ran)}; it must end with exit code 1."
    if "ERROR SUMMARY" in ran.err:
        return "the program goes on as if nothing had failed."
    if not any(text in line for line in ran.err.splitlines() if not line.startswith("CUDA emulator: ")):
        return f"the program does not say on stderr what cudaGetErrorString() says: '{text}'."
    return ""
