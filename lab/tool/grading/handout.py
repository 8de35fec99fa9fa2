"""scripts/lab handout: a copy of the project for students, without what they shall find out themselves."""
from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from ..exercise import Exercise
from ..program import Bench, ToolError

LEFT_OUT = {"solution.cu", "solution.toml", "wrong.toml"}  # of lab/exercises
LEFT_OUT_FOLDERS = (".git", "build", "work")


def project_files(root: Path) -> list[Path]:
    """Relative to root: what git knows, or where there is no git, all but what is built."""
    listed = subprocess.run(["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            capture_output=True)
    if listed.returncode == 0:
        paths = [Path(os.fsdecode(name)) for name in listed.stdout.split(b"\0") if name]
    else:
        paths = [p.relative_to(root) for p in sorted(root.rglob("*")) if p.is_file()]
    return [p for p in paths if is_handed_out(p) and (root / p).is_file() and not (root / p).is_symlink()]


def is_handed_out(path: Path) -> bool:
    if any(path.is_relative_to(folder) for folder in LEFT_OUT_FOLDERS) or "__pycache__" in path.parts:
        return False
    return not (path.is_relative_to("lab/exercises") and path.name in LEFT_OUT)


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


def handout(bench: Bench, exercises: list[Exercise], out: Path) -> None:
    """out: a folder that is not there yet, or a file ...tar.gz. Throws ToolError."""
    packed = out.name.endswith((".tar.gz", ".tgz"))
    if out.exists() and (not out.is_dir() or packed or any(out.iterdir())):
        raise ToolError(f"{out}: is there already")
    for exercise in exercises:
        if not exercise.solution.exists():
            raise ToolError(f"{exercise.name}: there is no solution: this is a handout itself")
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".handout-") as folder:
        copy = Path(folder) / (out.name.split(".tar")[0].removesuffix(".tgz") or "handout")
        for path in project_files(bench.root):
            to = copy / path
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(bench.root / path, to)
        with bench:
            if bench.backend == "emulator":
                bench.make_emucc_library()
            for exercise in exercises:
                if any(goal.prints for goal in exercise.goals):
                    (copy / "lab" / "exercises" / exercise.name / "outputs.toml").write_text(outputs_toml(bench, exercise))
        if packed:
            new = Path(folder) / "packed"
            with tarfile.open(new, "w:gz") as archive:
                archive.add(copy, copy.name)
            os.replace(new, out)
        else:
            os.replace(copy, out)
