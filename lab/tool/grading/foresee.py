"""Tells a student, in `check`, what `grade` would refuse: by the grader's own rules, outside of its sandbox."""
from __future__ import annotations

from pathlib import Path

from ..exercise import Exercise
from ..program import Bench
from . import refuse


def refused(bench: Bench, exercise: Exercise, source: Path, program: Path) -> list[str]:
    """program: what the bench has built of the source. Its object lies beside it, but for plain CUDA. Then the text alone is
    looked at, and also in a handout, as what the solution uses is not known there."""
    text, is_plain = source.read_text(errors="replace"), not exercise.ladder
    own_files = [file for file in (exercise.start, exercise.solution) if file.is_file()]
    own_text = "\n".join(file.read_text() for file in own_files)
    if faults := refuse.refused_text(text, own_text, is_plain):
        return faults
    if is_plain or not exercise.solution.is_file():
        return []
    got = refuse.symbols_of([object_of(program)])
    own = refuse.Symbols(variables=got.variables)
    if refuse.refused_symbols(got, own, refuse.Symbols(), is_plain, text):  # seldom: then what the exercise's files use is looked up
        own = symbols_of_files(bench, exercise, own_files)
        own.variables = max(own.variables, got.variables)
        return refuse.refused_symbols(got, own, refuse.Symbols(), is_plain, text)
    return []


def symbols_of_files(bench: Bench, exercise: Exercise, files: list[Path]) -> refuse.Symbols:
    objects = sorted(bench.build_folder.glob(f"**/{exercise.ladder}_v*_object.dir/*.o")) if exercise.ladder else []
    built = [bench.build(exercise, file).program for file in files]
    return refuse.symbols_of(objects + [object_of(program) for program in built if program])


def object_of(program: Path) -> Path:
    return program.with_name(program.name + ".o")
