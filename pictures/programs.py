"""Finds, builds and runs the programs that pictures are drawn of, and gives their traces."""
from __future__ import annotations

import fcntl
import os
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from lab.tool import ladders

from . import trace

SECONDS = 120  # a run that takes longer is ended


class Unusable(Exception):
    """A program cannot be found, built or run. code: of this command's exit; the text is one line."""

    def __init__(self, text: str, code: int = 1):
        super().__init__(text)
        self.code = code


@dataclass(frozen=True)
class Program:
    """name: as in messages and captions; source: its .cu file, if known; kind: "ladder", "file" or "trace"."""
    name: str
    source: Path | None
    kind: str


@dataclass(frozen=True)
class Limits:
    """What to trace: words of CUDA_EMULATOR, as TRACE.md says."""
    line: tuple[str, int] | None = None
    kernel: str | None = None
    block: str | None = None
    warp: int | None = None
    limit: int | None = None

    def words(self) -> list[str]:
        found = []
        if self.line:
            found.append(f"trace_line={self.line[0]}:{self.line[1]}" if self.line[0] else f"trace_line={self.line[1]}")
        for name in ("kernel", "block", "warp", "limit"):
            if (value := getattr(self, name)) is not None:
                found.append(f"trace_{name}={value}")
        return found


def versions(root: Path) -> dict[str, Path]:
    """The source file of every version, by its program's name."""
    return {f"{ladder.name}_v{number}": file for ladder in ladders.in_project(root).values()
            for number, file in ladder.versions.items()}


class Workshop:
    """Builds programs for the emulator. root: the project; build: its configured build folder."""

    def __init__(self, root: Path, build: Path):
        self.root, self.build, self.versions = root, build, versions(root)
        self.built: set[str] = set()

    def find(self, word: str) -> Program:
        """word: a version's program (reduce_v2), a CUDA file, or a trace (*.jsonl)."""
        if word in self.versions:
            return Program(word, self.versions[word], "ladder")
        path = Path(word)
        if path.suffix in (".cu", ".jsonl"):
            if not path.is_file():
                raise Unusable(f"{word}: no such file", 3)
            return Program(path.stem if path.suffix == ".cu" else path.name, path if path.suffix == ".cu" else None,
                           "file" if path.suffix == ".cu" else "trace")
        alike = [name for name in self.versions if name.split("_v")[0] == word.split("_v")[0]]
        hint = f"; there are {', '.join(alike)}" if alike else ": neither a version of a ladder (reduce_v2) nor a .cu file"
        raise Unusable(f"there is no program {word}{hint}", 2)

    def make(self, names: list[str]) -> None:
        """Builds versions of ladders, all at once."""
        missing = [name for name in names if name not in self.built]
        if not missing:
            return
        if not (self.build / "CMakeCache.txt").is_file():
            raise Unusable(f"{self.build} is not configured: scripts/draw does that")
        with open(self.build / ".lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            made = subprocess.run(["cmake", "--build", str(self.build), "--parallel", str(os.cpu_count() or 1), "--target",
                                   *missing], capture_output=True, text=True, errors="replace")
        if made.returncode != 0:
            raise Unusable(f"{', '.join(missing)} cannot be built: scripts/run {missing[0]} shows why")
        self.built.update(missing)

    def trace_of(self, program: Program, path: str, options: list[str], limits: Limits) -> trace.Trace:
        """Runs it and reads what was traced. path: as the user named it."""
        if program.kind == "trace":
            return trace.read(Path(path))
        with tempfile.TemporaryDirectory() as folder:
            executable = self.executable(program, path, Path(folder))
            return run(program, executable, options, limits, Path(folder) / "trace.jsonl")

    def executable(self, program: Program, path: str, folder: Path) -> Path:
        if program.kind == "ladder":
            self.make([program.name])
            return self.build / "bin" / program.name
        result = folder / "program"
        made = subprocess.run([str(self.root / "scripts" / "emucc"), "-std=c++17", "-O2", path, "-o", str(result)],
                              capture_output=True, text=True, errors="replace")
        if made.returncode != 0:
            raise Unusable(f"{path} cannot be compiled:\n{made.stderr.strip()}", 3)
        return result


def run(program: Program, executable: Path, options: list[str], limits: Limits, file: Path) -> trace.Trace:
    words = [f"trace={file}", *limits.words()]
    if before := os.environ.get("CUDA_EMULATOR"):
        words.insert(0, before)
    try:
        ran = subprocess.run([str(executable), *options], env={**os.environ, "CUDA_EMULATOR": ",".join(words)}, timeout=SECONDS,
                             stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
    except subprocess.TimeoutExpired as error:
        raise Unusable(f"{program.name} was ended after {SECONDS} seconds: give it a smaller input after --") from error
    said = (ran.stderr.strip() or ran.stdout.strip()).splitlines()
    last = f": {said[-1]}" if said else ""
    if not file.exists() or not file.stat().st_size:
        raise Unusable(f"{program.name} left no trace (exit code {ran.returncode}){last}")
    found = trace.read(file, f"the trace of {program.name}")
    if ran.returncode != 0:
        if not found.events:
            raise Unusable(f"{program.name} ended before a kernel ran, with exit code {ran.returncode}{last}",
                           ran.returncode if ran.returncode in (2, 3) else 1)
        found.note = "\n".join([f"{program.name} ended with exit code {ran.returncode}{last}", *filter(None, [found.note])])
    return found
