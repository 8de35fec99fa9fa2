"""Proves that exercises do what they promise: scripts/lab self-check."""
from __future__ import annotations

import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Callable

from .exercise import LEAST_WRONG, BadExercise, Exercise, Wrong
from .goals import Judge
from .program import Bench, ToolError
from .verdict import State, Verdict


def judged(bench: Bench, exercise: Exercise, file: Path) -> Verdict:
    return Judge(bench, exercise).judge(file)


def failing(verdict: Verdict) -> str:
    """What fails first."""
    if not verdict.compiled:
        return "does not compile"
    missed = verdict.first_missed
    return f"'{missed.goal.title}': {missed.got}: {missed.why} {missed.output[-800:]}" if missed else "all goals are reached"


def check_solution(bench: Bench, exercise: Exercise) -> list[str]:
    verdict = judged(bench, exercise, exercise.solution)
    faults = [] if verdict.nothing_missed else [f"the solution: {failing(verdict)}\n{verdict.messages}"]
    return faults + ([f"the solution compiles with warnings:\n{verdict.messages}"] if verdict.messages.strip() else [])


def check_start(bench: Bench, exercise: Exercise) -> list[str]:
    verdict = judged(bench, exercise, exercise.start)
    if not verdict.compiled:
        return [f"the start file does not compile:\n{verdict.messages}"]
    faults = [f"the start file compiles with warnings:\n{verdict.messages}"] if verdict.messages.strip() else []
    for result in verdict.results:
        if result.state != State.left_out and result.goal.kept != (result.state == State.reached):
            faults.append(f"the start file {'misses' if result.goal.kept else 'reaches'} '{result.goal.title}', "
                          f"which is {'' if result.goal.kept else 'not '}marked as kept")
    return faults + ([f"the start file gets {verdict.points} points"] if verdict.points else [])


def check_wrong(bench: Bench, exercise: Exercise, wrong: Wrong) -> list[str]:
    text = exercise.solution.read_text()
    for old, new in wrong.edits:
        if text.count(old) != 1:
            return [f"{wrong.name}: this is {text.count(old)} times in the solution, not once: {old}"]
        text = text.replace(old, new)
    with tempfile.TemporaryDirectory(dir=bench.scratch) as folder:
        file = Path(folder) / exercise.answer_name
        file.write_text(text)
        verdict = judged(bench, exercise, file)
    missed = verdict.first_missed
    if not verdict.compiled:
        return [f"{wrong.name}: does not compile:\n{verdict.messages}"]
    if not missed or wrong.fails not in (missed.goal.title, missed.goal.name):
        return [f"{wrong.name}: must fail at '{wrong.fails}', but: {failing(verdict)}"]
    said = " ".join(f"{missed.got} {missed.why} {missed.output}".split())
    if wrong.says and " ".join(wrong.says.split()) not in said:
        return [f"{wrong.name}: does not say '{wrong.says}': {said}"]
    return []


def check_exercise(bench: Bench, exercise: Exercise, known: set[str]) -> list[str]:
    """What is wrong with an exercise, as texts; empty if nothing is. known: the names of all exercises."""
    try:
        wrongs = exercise.wrongs()
        faults = [] if len(wrongs) >= LEAST_WRONG else [f"{len(wrongs)} wrong variants; there must be {LEAST_WRONG} or more"]
        faults += [f"after: there is no exercise '{name}'" for name in exercise.after if name not in known]
        titles = {goal.title for goal in exercise.goals}
        faults += [f"{w.name}: there is no goal '{w.fails}'" for w in wrongs if w.fails not in titles]
        faults += check_solution(bench, exercise)
        if bench.backend == "cuda":
            return faults  # a GPU may hide what is wrong with the others, a race say
        faults += check_start(bench, exercise)
        for wrong in wrongs:
            faults += check_wrong(bench, exercise, wrong)
        return faults
    except (BadExercise, ToolError, OSError) as error:
        return [str(error)]


def check_all(bench: Bench, exercises: list[Exercise], known: set[str], jobs: int,
              tell: Callable[[Exercise, list[str]], None]) -> bool:
    """Calls tell() with each exercise and its faults, in order. Gives whether there are none."""
    bench.prepare(exercises)
    right = True
    with ThreadPoolExecutor(jobs) as pool:
        for exercise, faults in zip(exercises, pool.map(lambda e: check_exercise(bench, e, known), exercises)):
            tell(exercise, faults)
            right &= not faults
    return right
