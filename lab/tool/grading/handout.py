"""scripts/lab handout: a copy of the project for students, without what they shall find out themselves."""
from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import Callable

from ..exercise import Exercise
from ..program import Bench, ToolError

SECRET = ("solution", "wrong")  # how the names of an exercise's files begin that stay here
OF_EXERCISES = {"exercise.toml", "task.md", "start.cu", "start.toml"}
LEFT_OUT_FOLDERS = (".git", "build", "work")
OTHER_ARCHIVES = (".zip", ".tar", ".7z", ".rar", ".bz2", ".xz", ".zst", ".gz")


def listed(root: Path, *options: str) -> list[Path]:
    """What git ls-files names, relative to root. Throws ToolError."""
    # It may be another user's.
    ran = subprocess.run(["git", "-C", str(root), "-c", "safe.directory=*", "ls-files", "-z", *options], capture_output=True)
    if ran.returncode != 0:
        raise ToolError(f"git ls-files fails: {ran.stderr.decode(errors='replace').strip()}")
    return [Path(os.fsdecode(name)) for name in ran.stdout.split(b"\0") if name]


def project_files(root: Path, exercises: set[str]) -> tuple[list[Path], list[Path]]:
    """What is handed out, relative to root: what git knows, and the files of exercises that are new, of these exercises alone. And
    what git does not know and is left out: submissions and grades may lie there. Where there is no git, all but what is built is
    handed out."""
    if (root / ".git").exists():
        untracked = listed(root, "--others", "--exclude-standard")
        new = [p for p in untracked if p.is_relative_to("lab/exercises") and p.name in OF_EXERCISES]
        paths = listed(root, "--cached") + new
        left_out = [p for p in listed(root, "--others", "--exclude-standard", "--directory", "--no-empty-directory") if p not in new]
    else:
        paths, left_out = [p.relative_to(root) for p in sorted(root.rglob("*")) if p.is_file()], []
    return [p for p in paths if is_handed_out(p, exercises) and (root / p).is_file() and not (root / p).is_symlink()], left_out


def is_handed_out(path: Path, exercises: set[str]) -> bool:
    if any(path.is_relative_to(folder) for folder in LEFT_OUT_FOLDERS) or "__pycache__" in path.parts:
        return False
    return not path.is_relative_to("lab/exercises") or path.parts[2] in exercises and not path.name.startswith(SECRET)


def outputs_toml(bench: Bench, exercise: Exercise) -> str:
    """What the solution of a plain CUDA exercise prints, which its check needs where the solution is not there."""
    built = bench.build(exercise, exercise.solution)
    if not built.program:
        raise ToolError(f"{exercise.name}: the solution does not compile")
    lines = []
    for goal in exercise.goals:
        if goal.prints:
            arguments = goal.options or []
            ran = bench.run(built.program, arguments)
            if ran.code != 0:
                raise ToolError(f"{exercise.name}: the solution fails: {ran.err.strip()}")
            lines.append(f"{quoted(' '.join(arguments))} = {quoted(ran.out)}")
    return "\n".join(lines) + "\n"


def quoted(text: str) -> str:
    """As TOML writes a string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c >= " " and c != "\x7f" else f"\\u{ord(c):04X}" for c in escaped) + '"'


def handout(bench: Bench, exercises: list[Exercise], out: Path, tell: Callable[[int, int, str], None] = lambda *_: None) -> list[Path]:
    """out: a folder that is not there yet, or a file ...tar.gz. Returns what git does not know, which is left out. tell: is called
    before each step with its number, how many there are, and what it is. Throws ToolError."""
    packed = out.name.endswith((".tar.gz", ".tgz"))
    if not packed and out.name.endswith(OTHER_ARCHIVES):
        raise ToolError(f"{out}: a handout is a folder or a .tar.gz")
    if out.exists() and (not out.is_dir() or packed or any(out.iterdir())):
        raise ToolError(f"{out}: is there already")
    for exercise in exercises:
        if not exercise.solution.exists():
            raise ToolError(f"{exercise.name}: there is no solution: this is a handout itself")
    printing = [exercise for exercise in exercises if any(goal.prints for goal in exercise.goals)]
    has_emulator = bench.backend == "emulator"
    steps = 1 + has_emulator + len(printing) + packed
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".handout-") as folder:
        copy = Path(folder) / (out.name.split(".tar")[0].removesuffix(".tgz") or "handout")
        paths, left_out = project_files(bench.root, {exercise.name for exercise in exercises})
        tell(1, steps, f"Copying {len(paths)} files")
        for path in paths:
            to = copy / path
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(bench.root / path, to)
        with bench:
            if has_emulator:
                tell(2, steps, "Building the emulator for programs of plain CUDA: minutes, the first time")
                bench.make_emucc_library()
            for number, exercise in enumerate(printing, 2 + has_emulator):
                tell(number, steps, f"Running the solution of {exercise.name}, whose output is handed out")
                (copy / "lab" / "exercises" / exercise.name / "outputs.toml").write_text(outputs_toml(bench, exercise))
        if packed:
            tell(steps, steps, f"Packing {out.name}")
            new = Path(folder) / "packed"
            with tarfile.open(new, "w:gz") as archive:
                archive.add(copy, copy.name)
            os.replace(new, out)
        else:
            os.replace(copy, out)
    return left_out
