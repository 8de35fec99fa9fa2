"""The inputs of a self-test that a student's version refuses, though the ladder's version computes with them.

A self-test passes over what a version refuses: many a version must refuse some inputs. So a check asks the ladder's own
program, which is built beside the student's, and needs no solution.
"""
from __future__ import annotations

import json
import re
import tempfile
from pathlib import Path

from .exercise import Exercise
from .grading.trial import Outcome, read_results
from .program import Bench, Ran, ToolError


def refuses_any(tested: Ran) -> bool:
    """By the sum that a program prints behind its self-test."""
    return re.search(r"^\w+: \d+ inputs right.*, \d+ refused", tested.out, re.M) is not None


def refused_needlessly(bench: Bench, exercise: Exercise, program: Path) -> list[str]:
    """A line for each such input, as the grader has it: the input, and the version's reason."""
    model = bench.build_folder / "bin" / exercise.program
    bench.gpus_of[model] = exercise.gpus
    names = bench.run(model, ["--judge-inputs"]).out.splitlines()
    student = played(bench, program, list(range(len(names))))
    refused = [i for i, outcome in student.items() if outcome.refused]
    theirs = played(bench, model, refused)
    return [f"{names[i]}: refused: {student[i].said['detail']}" for i in refused if not theirs[i].refused]


def played(bench: Bench, program: Path, inputs: list[int]) -> dict[int, Outcome]:
    """How the program ran with these inputs of its self-test."""
    rounds = [{"selftest": i} for i in inputs]
    with tempfile.TemporaryFile() as results:
        ran = bench.run(program, ["--judge-run", str(results.fileno())], stdin=json.dumps({"seed": 1, "rounds": rounds}),
                        files=(results.fileno(),))
        results.seek(0)
        outcomes = read_results(results.read(), len(rounds))
    if len(outcomes) < len(rounds):
        raise ToolError(f"{program.name}: the inputs that it refuses cannot be found: {ran.err.strip()[-300:]}")
    return dict(zip(inputs, outcomes))
