"""The lecturer's commands. Each gives the exit code."""
from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path

from rich.markup import escape

from . import show
from .exercise import Exercise
from .grading.grade import grade
from .grading.handout import handout
from .lab import ALL_POINTS, MISSED, Lab, UsageError
from .self_check import check_all

MOST_NAMED = 5  # files, in one line


def grade_all(lab: Lab, arguments: Namespace) -> int:
    if arguments.jobs < 0:
        raise UsageError("--jobs is a number of at least 1")
    chosen = [lab.exercise(name) for name in dict.fromkeys(arguments.exercises)] or list(lab.exercises.values())
    bench = lab.bench()
    grade(lab.root, bench.build_folder, bench.backend, chosen, [*lab.exercises, *lab.left_out], Path(arguments.submissions),
          Path(arguments.out), lab.console, are_set=bool(arguments.exercises), jobs=arguments.jobs, secret=arguments.secret,
          safe=not arguments.unsafe)
    return ALL_POINTS


def hand_out(lab: Lab, arguments: Namespace) -> int:
    with show.steps(lab.errors) as tell:
        left_out = handout(lab.bench(), list(lab.exercises.values()), Path(arguments.out), tell)
    lab.console.print(f"Written: {escape(arguments.out)}")
    if left_out:
        named = ", ".join(map(str, left_out[:MOST_NAMED])) + (" ..." if len(left_out) > MOST_NAMED else "")
        lab.console.print(f"Left out, since git does not know it: {escape(named)}")
    return ALL_POINTS


def self_check(lab: Lab, arguments: Namespace) -> int:
    chosen = [lab.exercise(name) for name in arguments.names] or list(lab.exercises.values())
    with lab.bench() as bench:
        if bench.backend == "cuda":
            chosen = [e for e in chosen if not e.predicts]

        def tell(exercise: Exercise, faults: list[str]) -> None:
            lab.console.print(f"{'[red]wrong[/]' if faults else '[green]ok[/]   '} {exercise.name}")
            for fault in faults:
                show.plain(lab.console, fault.rstrip(), indent=6)

        right = check_all(bench, chosen, set(lab.exercises), os.cpu_count() or 1, tell)
    return ALL_POINTS if right and (arguments.names or not lab.left_out) else MISSED
