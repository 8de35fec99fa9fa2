"""scripts/lab compare: two versions or files, their sources and their figures side by side."""
from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.syntax import Syntax
from rich.table import Table

from . import counters, ladders
from .exercise import Exercise, numbered
from .program import Bench, ToolError
from .workfolder import WorkFolder, shown

# What is compared: of all lines together, and where it is not nothing in one of the two.
COUNTERS = [f"{memory}_{access}.{field}" for memory in ("global", "shared") for access in ("loads", "stores", "atomics")
            for field in (("requests", "sectors_per_request") if memory == "global" else ("requests", "conflicts"))
            + (("same_address_per_request",) if access == "atomics" else ())]
WHOLE = ["barriers", "warp_collectives", "active_threads_per_warp", "launches", "blocks", "threads", "host_waits"]
SEVERAL_GPUS = ["longest_chain", "links.bytes"]


@dataclass
class Side:
    """One of the two."""
    name: str
    source: Path
    exercise: Exercise  # says how it is built


def find_side(root: Path, exercises: dict[str, Exercise], work: WorkFolder, name: str) -> Side:
    """name: a version as in reduce_v3, an exercise (the student's file), or a file that registers a version."""
    if name in exercises:
        exercise = exercises[name]
        if exercise.predicts or not exercise.ladder:
            raise ToolError(f"{name}: only exercises with a version of a ladder can be compared")
        file = work.answer(exercise)
        if not file.exists():
            raise ToolError(f"{name} is not started: scripts/lab start {name}")
        return Side(name, file, exercise)
    all_ladders = ladders.in_project(root)
    match = re.fullmatch(r"(\w+?)_v(\d+)", name)
    if match and match[1] in all_ladders:
        ladder, number = all_ladders[match[1]], int(match[2])
        if number not in ladder.versions:
            raise ToolError(f"{name}: there is no such version; {ladder.name} has {', '.join(f'v{n}' for n in ladder.versions)}")
        return Side(name, ladder.versions[number], numbered(ladder.name, number, name, ladder.folder))
    file = Path(name)
    if not file.is_file():
        known = [f"{ladder.name}_v{number}" for ladder in all_ladders.values() for number in ladder.versions] + list(exercises)
        alike = difflib.get_close_matches(name, known, 3)
        raise ToolError(f"{name}: neither a version (reduce_v3), nor an exercise, nor a file"
                        + (f"; did you mean {', '.join(alike)}?" if alike else ""))
    if ladder := ladders.registered_in(file.read_text(errors="replace"), root):
        return Side(shown(file), file, numbered(ladder.name, min(ladder.versions), file.stem, file.parent))
    raise ToolError(f"{name}: registers no version of a ladder (LADDER_VERSION)")


def figures(bench: Bench, side: Side, options: list[str]) -> dict[str, float]:
    built = bench.build(side.exercise, side.source.resolve())
    if not built.program:
        raise ToolError(f"{side.name} does not compile")
    ran = bench.measure(side.exercise, built.program, options)
    if ran.code != 0 or not ran.data:
        said = [line.removeprefix("========= ") for line in ran.err.splitlines() if line.startswith("========= Error")]
        said += [ran.data.get("detail", "")] if ran.data else ran.err.strip().splitlines()[-1:]
        raise ToolError(f"{side.name}: {said[0] if said and said[0] else 'wrong result'}")
    if "gpu_seconds" in ran.data:
        return {"GPU time (us)": ran.data["gpu_seconds"] * 1e6, "memory ops. (us)": sum(ran.data["memory_seconds"].values()) * 1e6}
    result = {}
    for counter in COUNTERS + WHOLE + (SEVERAL_GPUS if ran.data["counters"].get("links") else []):
        try:
            result[counter] = counters.value(ran.data["counters"], counter)
        except (counters.NothingCounted, KeyError):
            result[counter] = 0
    return result


def show_difference(console: Console, a: Side, b: Side) -> None:
    old, new = (side.source.read_text(errors="replace").splitlines() for side in (a, b))
    lines = list(difflib.unified_diff(old, new, a.name, b.name, n=2, lineterm=""))
    if not lines:
        console.print("The sources are the same.")
    elif console.is_terminal:
        console.print(Syntax("", "diff").highlight("\n".join(lines)), soft_wrap=True)
    else:
        for line in lines:
            console.print(line, markup=False, soft_wrap=True)


def compare(console: Console, bench: Bench, a: Side, b: Side, options: list[str]) -> None:
    if a.exercise.ladder != b.exercise.ladder:
        raise ToolError(f"{a.name} is of {a.exercise.ladder}, {b.name} of {b.exercise.ladder}: they solve different problems")
    bench.prepare([a.exercise, b.exercise])
    a.exercise.gpus = b.exercise.gpus = max(a.exercise.gpus, b.exercise.gpus)
    left, right = (figures(bench, side, options) for side in (a, b))
    show_difference(console, a, b)
    console.print()
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("")
    for name in (a.name, b.name, f"{b.name} / {a.name}"):
        table.add_column(name, justify="right")
    for counter in left | right:
        left.setdefault(counter, 0)
        right.setdefault(counter, 0)
        if left[counter] or right[counter]:
            ratio = f"{right[counter] / left[counter]:.2f}" if left[counter] else ""
            table.add_row(counters.describe(counter), counters.number(left[counter]), counters.number(right[counter]), ratio)
    console.print(table)
