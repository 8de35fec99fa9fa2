"""One submission's program before the judge: it runs blindfolded in the sandbox, and another program checks its results.

See common/program/judge.h for the two programs' side of it.
"""
from __future__ import annotations

import hashlib
import json
import tempfile
from dataclasses import dataclass, field, replace
from pathlib import Path

from ..exercise import Exercise
from ..program import Ran, ToolError, with_gpus
from .sandbox import Limits, Sandbox, View

GIB = 1 << 30
# The emulator asks for much more than it fills, for each GPU.
RUNNING = Limits(seconds=60, wall=90, reserved=90 * GIB)
CHECKING = Limits(seconds=60, wall=90, reserved=90 * GIB)
MOST_RESULTS = 64 << 20  # bytes
# What a submission may copy more than the solution: it may be written otherwise.
SLACK, SLACK_BYTES, SLACK_COPIES = 1.25, 4096, 16
# What kernels may store in variables, which the emulator lets the host read: the variables' bytes in each launch.
MOST_CARRIED = 32 << 10


def secret_number(*words: object) -> int:
    """The same for the same words; nobody who does not know them all can tell it."""
    return int.from_bytes(hashlib.sha256("\0".join(map(str, words)).encode()).digest()[:6], "big") + 1


@dataclass
class Outcome:
    """Of one round: what the program's process said, and what the checking process said of the result."""
    said: dict = field(default_factory=dict)
    right: bool = False
    detail: str = ""
    variables: int = 0  # bytes of the version's

    @property
    def carried(self) -> int:
        """The most bytes that kernels could give to the host in variables."""
        return self.said["launches"] * self.variables

    @property
    def refused(self) -> bool:
        return self.said.get("status") in ("refused", "out of memory")


@dataclass
class Played:
    ran: Ran
    outcomes: list[Outcome]


def plan(exercise: Exercise, inputs: int, secret: str) -> list[dict]:
    """The rounds: those that are counted, as the student's own check counts them; then inputs that nobody has seen."""
    counted = {tuple(exercise.options)}
    counted |= {tuple(g.options) for g in exercise.goals if g.options is not None and not g.time_of and not g.first_of}
    rounds = [counted_round(list(options)) for options in sorted(counted)]
    for options in sorted(counted):
        unseen = ["--seed", str(secret_number(secret, exercise.name, "seed", *options) % 10**9)]
        rounds.append({"options": list(options) + ([] if "--seed" in options else unseen),
                       "draw": secret_number(secret, exercise.name, "draw", *options)})
    for i in range(inputs):
        rounds.append({"selftest": i, "draw": secret_number(secret, exercise.name, i) if i % 2 else 0})
    return rounds


def counted_round(options: list[str]) -> dict:
    return {"options": ["--counters", *options], "counters": True}


def play(sandbox: Sandbox, program: Path, checker: Path, rounds: list[dict], seed: int, model: Played | None,
         variables: int = 0, gpus: int = 1) -> Played:
    """Runs the rounds, and checks their results. checker: the project's own program of the same version. model: how the
    solution did, if that is known: a submission may take ten times its time. variables: bytes of the version's. gpus: that
    both programs have."""
    seconds = RUNNING.seconds if model is None else min(RUNNING.seconds, int(10 + 10 * model.ran.seconds))
    running, checking = (replace(limits, reserved=gpus * limits.reserved) for limits in (RUNNING, CHECKING))
    request = json.dumps({"seed": seed, "rounds": rounds}).encode()
    with tempfile.TemporaryDirectory() as folder:
        request_file, results_file = Path(folder) / "request", Path(folder) / "results"
        request_file.write_bytes(request)
        with open(results_file, "w+b") as results:
            ran = sandbox.run([str(program), "--judge-run", str(results.fileno())], View(read_only=[program]),
                              replace(running, seconds=seconds, wall=1.5 * seconds), stdin=request,
                              env=with_gpus(gpus), files=(results.fileno(),))
        if results_file.stat().st_size > MOST_RESULTS:
            return Played(ran, [])
        outcomes = read_results(results_file.read_bytes(), len(rounds))
        for outcome in outcomes:
            outcome.variables = variables
        view = View(read_only=[checker, request_file, results_file])
        checked = sandbox.run([str(checker), "--judge-check", str(request_file), str(results_file)], view, checking,
                              env=with_gpus(gpus))
    for line in checked.out.splitlines():
        entry = json.loads(line)
        if entry["round"] < len(outcomes):
            outcomes[entry["round"]].right = entry["right"]
            outcomes[entry["round"]].detail = entry["detail"]
    return Played(ran, outcomes)


def read_results(text: bytes, rounds: int) -> list[Outcome]:
    """Trusts nothing: the process that wrote it ran a stranger's code."""
    outcomes: list[Outcome] = []
    while text and len(outcomes) < rounds:
        line, newline, text = text.partition(b"\n")
        try:
            said = json.loads(line)
            length = said["bytes"]
            sane = (newline and isinstance(length, int) and 0 <= length <= len(text) and said["round"] == len(outcomes)
                    and isinstance(said["launches"], int) and isinstance(said["uncounted"], int)
                    and isinstance(said["status"], str) and isinstance(said["detail"], str)
                    and all(isinstance(report, str) for report in said["reports"])
                    and all(isinstance(said[way][what], int) for way in ("to_device", "to_host") for what in ("bytes", "copies")))
        except (ValueError, TypeError, KeyError, RecursionError):
            break
        if not sane:
            break
        outcomes.append(Outcome(said))
        text = text[length:]
    return outcomes


def fault(outcome: Outcome, model: Outcome | None) -> str:
    """What is wrong with a round, in one line; "" if nothing is. model: the solution's outcome of the same round."""
    said = outcome.said
    if outcome.refused:
        return "" if model is None or model.refused else f"refused: {said['detail']}"
    if said["reports"]:
        return f"the emulator reports: {said['reports'][0]}"
    if said["status"] != "ok":
        return said["detail"] or said["status"]
    if not outcome.right:
        return outcome.detail or "wrong"
    if model is None or model.refused:
        return ""
    if model.said.get("downloaded") and not said.get("downloaded"):
        return "the result is not what kernels stored and the version downloaded: it was made on the host, or by a library"
    if said["uncounted"] > model.said["uncounted"] + said["launches"] // 4:  # loops until nothing changes may differ
        return f"it launches {said['uncounted']} kernels outside of run.kernel(), where nothing is counted"
    if outcome.carried > max(MOST_CARRIED, 2 * model.carried):
        return f"its kernels could give the host {outcome.carried} bytes in variables; {MOST_CARRIED} are allowed"
    for way, words in (("to_device", "to the device"), ("to_host", "to the host")):
        for what, most in (("bytes", SLACK * model.said[way]["bytes"] + SLACK_BYTES),
                           ("copies", 2 * model.said[way]["copies"] + SLACK_COPIES)):
            if said[way][what] > most:
                return f"it makes {said[way][what]} {what if what == 'copies' else 'bytes of copies'} {words}; " \
                       f"the solution makes {model.said[way][what]}"
    return ""


def require_right(exercise: Exercise, played: Played, rounds: list[dict]) -> None:
    """The solution is what submissions are held against, so it must stand its own trial."""
    if len(played.outcomes) < len(rounds):
        raise ToolError(f"{exercise.name}: the solution does not run to its end in the sandbox: {played.ran.err.strip()[-300:]}")
    for i, outcome in enumerate(played.outcomes):
        if why := fault(outcome, None):
            raise ToolError(f"{exercise.name}: the solution fails before the judge, round {i} {rounds[i]}: {why}")
