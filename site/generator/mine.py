"""A student's own kernel beside the ladder, and this machine's figures: scripts/site --run and --mine."""
from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tool import compare
from tool.program import Bench, ToolError
from tool.workfolder import WorkFolder

from .repository import ROOT, exercises


@dataclass(frozen=True)
class Mine:
    """A measured file of the student. folder: holds <ladder>.json, as scripts/measure would have left it."""
    ladder: str
    version: str
    file: Path
    folder: Path


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def measure_mine(name: str, build: Path, backend: str, out: Path) -> Mine:
    """name: a file that registers a version, or an exercise of the work folder. Throws ToolError, in one line, if it is wrong."""
    path = Path(name)
    known = exercises()
    side = compare.find_side(ROOT, known, WorkFolder(ROOT / "work"), path.stem if path.stem in known and not path.is_file() else name)
    exercise = known.get(path.stem, side.exercise)
    if not exercise.ladder or exercise.predicts:
        raise ToolError(f"{name}: only a version of a ladder can stand beside it")
    out.mkdir(parents=True, exist_ok=True)
    say(f"Measuring {side.source.name} in the place of {exercise.program}")
    with Bench(ROOT, build, backend) as bench:
        bench.prepare([exercise])
        built = bench.build(exercise, side.source.resolve())
        if not built.program:
            raise ToolError(f"{name} does not compile: scripts/lab check shows why")
        wanted = ["--counters"] if backend == "emulator" else []
        ran = bench.run(built.program, ["--json", "-", *wanted])
    try:
        run = json.loads(ran.out)
    except ValueError:
        raise ToolError(f"{name}: it did not run: {(ran.err.strip().splitlines() or ['no output'])[-1]}") from None
    if run["versions"][0]["status"] != "ok":
        raise ToolError(f"{name}: its result is wrong: scripts/lab check says where")
    (out / f"{exercise.ladder}.json").write_text(json.dumps(run, indent=2) + "\n")
    return Mine(exercise.ladder, run["versions"][0]["version"], side.source.resolve(), out)


def measure_machine(names: list[str], build: Path, out: Path) -> None:
    """Builds the ladders, and runs scripts/measure, which writes their figures into the folder out."""
    out.mkdir(parents=True, exist_ok=True)
    for i, name in enumerate(names, 1):
        say(f"{name} ({i} of {len(names)}): building")
        made = subprocess.run(["cmake", "--build", str(build), "--target", name], capture_output=True, text=True)
        if made.returncode != 0:
            raise ToolError(f"{name} was not built: scripts/run {name} shows why")
        say(f"{name} ({i} of {len(names)}): measuring")
        ran = subprocess.run([str(ROOT / "scripts" / "measure"), str(build / "bin"), str(out), name], stdout=subprocess.DEVNULL)
        if ran.returncode != 0:
            raise ToolError(f"scripts/measure ended with exit code {ran.returncode}")
