"""Builds a student's file into a program, and runs it: on this machine, outside of any sandbox."""
from __future__ import annotations

import fcntl
import json
import os
import shlex
import signal
import subprocess
import tempfile
import threading
import time
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from .compiler_messages import errors_of
from .exercise import Exercise

RUN_SECONDS = 60          # a run that takes longer is ended
OUTPUT_KIB = 16 * 1024    # a run that prints more is ended
USAGE, BAD_INPUT = 2, 3   # exit codes of every program


class ToolError(Exception):
    """Something outside of the student's file is wrong; the text is one line."""


@dataclass
class Built:
    """program is None if the compiler refused; messages: the errors that it printed, else the warnings."""
    program: Path | None
    messages: str


@dataclass
class Ran:
    code: int | None  # None: ended for taking too long
    out: str
    err: str
    seconds: float = 0
    data: dict | None = None  # what it counted or measured, where that was asked for

    @property
    def text(self) -> str:
        return self.out + self.err


def how_it_ended(ran: Ran) -> str:
    """Of a run that failed: "ended with exit code 1"."""
    if ran.code is None:
        return "did not end in time"
    if ran.code < 0:
        why = {signal.SIGXFSZ: " (it printed too much)", signal.SIGXCPU: " (it took too long)"}.get(-ran.code, "")
        return f"was killed by signal {-ran.code}{why}"
    return f"ended with exit code {ran.code}"


class Running:
    """The process groups that run now, so that Ctrl-C can end them all: some run beside, in other threads."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.groups: dict[int, int] = {}  # of which thread each is
        self.stopped = False

    def start(self, *arguments, **options) -> subprocess.Popen:
        with self.lock:
            if self.stopped:
                raise KeyboardInterrupt
            process = subprocess.Popen(*arguments, start_new_session=True, **options)
            self.groups[process.pid] = threading.get_ident()
            return process

    def end(self, process: subprocess.Popen) -> None:
        """Kills what is left of its group."""
        with self.lock:
            kill_group(process.pid)
            self.groups.pop(process.pid, None)
        process.wait()

    def stop_of(self, thread: int) -> None:
        """Ends what runs for a thread now."""
        with self.lock:
            for group, owner in self.groups.items():
                if owner == thread:
                    kill_group(group)

    def stop_all(self) -> None:
        """Nothing starts any more, until resume(): who tries to gets a KeyboardInterrupt."""
        with self.lock:
            self.stopped = True
            for group in self.groups:
                kill_group(group)

    def resume(self) -> None:
        self.stopped = False


def kill_group(group: int) -> None:
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass


running = Running()


def run_limited(command: list[str], env: dict[str, str] | None = None, seconds: float = RUN_SECONDS,
                cwd: Path | None = None, stdin: str = "", files: tuple[int, ...] = ()) -> Ran:
    """Runs a command with limits of time and output. It and what it started are dead afterwards, also after Ctrl-C.
    files: open ones that it gets, too."""
    limited = ["sh", "-c", f'ulimit -f {OUTPUT_KIB * 2}; ulimit -c 0; exec "$@"', "sh"] + command
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, tempfile.TemporaryFile() as given:
        given.write(stdin.encode())
        given.seek(0)
        start = time.monotonic()
        process = running.start(limited, stdin=given, stdout=out, stderr=err, cwd=cwd, pass_fds=files,
                                env={**os.environ, **(env or {})})
        try:
            code = process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            code = None
        finally:
            running.end(process)

        def text(file) -> str:
            file.seek(0)
            return file.read().decode(errors="replace")

        return Ran(code, text(out), text(err), time.monotonic() - start)


def with_gpus(gpus: int, env: dict[str, str] | None = None) -> dict[str, str]:
    """The variables `env`, and so many GPUs of the emulator."""
    env = dict(env or {})
    if gpus > 1:
        env["CUDA_EMULATOR"] = f"{env.get('CUDA_EMULATOR', '')},devices={gpus}".lstrip(",")
    return env


class Bench:
    """Where students' files become programs. Use it as a context: what it builds is removed at the end.

    root: the project; build: a configured build folder of Ninja; backend: "emulator" or "cuda".
    """

    def __init__(self, root: Path, build: Path, backend: str):
        self.root, self.build_folder, self.backend = root, build, backend
        self.commands: dict[str, tuple[str, str, list[str], list[str]]] = {}
        self.device = threading.Lock()  # a GPU runs one program at a time, or times would be wrong
        self.gpus_of: dict[Path, int] = {}  # that a program is to have; 1 if it is not here

    def __enter__(self) -> Bench:
        base = self.build_folder / "lab"
        base.mkdir(parents=True, exist_ok=True)
        self.folder = tempfile.TemporaryDirectory(dir=base, prefix="check-", ignore_cleanup_errors=True)
        self.scratch = Path(self.folder.name)
        return self

    def __exit__(self, kind, *_) -> None:
        if kind is KeyboardInterrupt:
            running.stop_all()
        for _ in range(50):  # a thread may still be writing what it was interrupted in
            self.folder.cleanup()
            if not self.scratch.exists():
                break
            time.sleep(0.02)

    @contextmanager
    def build_lock(self):
        """Two builds in one folder overwrite each other's files; scripts/run waits for the same lock."""
        with open(self.build_folder / ".lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def make(self, programs: list[str]) -> None:
        """Builds programs of the ladders, which students' programs share their parts with."""
        if not programs:
            return
        with self.build_lock():
            made = subprocess.run(["cmake", "--build", str(self.build_folder), "--target", *programs, "--parallel",
                                   str(os.cpu_count() or 1)], capture_output=True, text=True, errors="replace")
        if made.returncode != 0:
            raise ToolError(f"{', '.join(programs)} cannot be built: run scripts/run {programs[0]} to see why")

    def prepare(self, exercises: list[Exercise]) -> None:
        """Builds what the exercises' programs share. Takes minutes the first time, and no time when nothing changed."""
        needed = {e.program for e in exercises if e.ladder}
        if self.backend == "cuda":
            needed |= {f"{e.ladder}_{goal.time_of}" for e in exercises for goal in e.goals if goal.time_of}
        self.make(sorted(needed))
        if self.backend == "cuda":
            for exercise in exercises:
                self.require_gpus(exercise)
        if self.backend == "emulator" and any(not e.ladder for e in exercises):
            self.make_emucc_library()

    def require_gpus(self, exercise: Exercise) -> None:
        """Two GPUs do for an exercise that the emulator checks with more."""
        if exercise.gpus > 1 and self.run(self.build_folder / "bin" / exercise.program, ["--gpus", "2", "-n", "64"]).code == USAGE:
            raise ToolError(f"{exercise.name} needs 2 GPUs, and there is 1 here: check it on the emulator, which has several "
                            "(CUDA_LADDERS_BACKEND=emulator)")

    def make_emucc_library(self) -> None:
        """emucc builds the emulator's library when it is first called, which takes longer than a file may take."""
        with tempfile.NamedTemporaryFile(suffix=".cu") as empty:
            made = subprocess.run([str(self.root / "scripts" / "emucc"), "--dryrun", "-c", empty.name, "-o", os.devnull],
                                  capture_output=True, text=True)
        if made.returncode != 0:
            raise ToolError(f"scripts/emucc does not work: {made.stderr.strip()[-300:]}")

    def commands_of(self, program: str) -> tuple[str, str, list[str], list[str]]:
        """How Ninja makes a version: its source, its object, the words that compile it, the words that link it."""
        if program not in self.commands:
            lines = subprocess.run(["ninja", "-C", str(self.build_folder), "-t", "commands", f"bin/{program}"],
                                   capture_output=True, text=True).stdout.splitlines()
            compiling = [line for line in lines if f"/{program}_object.dir/" in line and " -c " in line]
            if len(compiling) != 1:
                raise ToolError(f"the build folder {self.build_folder.name} does not know {program}")
            words = shlex.split(compiling[0])
            source = next(word for word in words if word.endswith(".cu") and "/v" in word and not word.startswith("-"))
            link = shlex.split(lines[-1].removeprefix(": && ").removesuffix(" && :"))
            self.commands[program] = source, words[words.index("-o") + 1], words, link
        return self.commands[program]

    def build(self, exercise: Exercise, source: Path) -> Built:
        """Throws ToolError only for what is not the student's fault."""
        result = Path(tempfile.mkdtemp(dir=self.scratch)) / exercise.name
        self.gpus_of[result] = exercise.gpus
        if exercise.ladder:
            steps = self.ladder_steps(exercise.program, source, result)
        elif self.backend == "cuda":
            steps = [["nvcc", "-std=c++17", "-O2", "-arch=native", str(source), "-o", str(result)]]
        else:
            steps = [[str(self.root / "scripts" / "emucc"), "-std=c++17", "-O2", str(source), "-o", str(result)]]
        messages = ""
        for step in steps:
            made = self.compile(step)
            messages += made.text
            if made.code != 0:
                return Built(None, errors_of(messages) or "the compiler took too long")
        return Built(result, messages)

    def compile(self, command: list[str]) -> Ran:
        return run_limited(command, cwd=self.build_folder)

    def ladder_steps(self, program: str, source: Path, result: Path) -> list[list[str]]:
        original, object_file, words, link = self.commands_of(program)
        new_object = str(result) + ".o"
        compiling = [str(source) if word == original else word.replace(object_file, new_object) for word in words]
        linking = [str(result) if word == f"bin/{program}" else new_object if word == object_file else word
                   for word in link]
        return [compiling, linking]

    def run(self, program: Path, arguments: list[str], env: dict[str, str] | None = None, stdin: str = "",
            files: tuple[int, ...] = ()) -> Ran:
        env = with_gpus(self.gpus_of.get(program, 1), {**os.environ, **(env or {})})
        with self.device if self.backend == "cuda" else nullcontext():
            return run_limited([str(program), *arguments], env, stdin=stdin, files=files)

    def measure(self, exercise: Exercise, program: Path, arguments: list[str]) -> Ran:
        """Runs it once and gives what it counted (emulator) or how long it took (GPU) as `data`."""
        if exercise.ladder:
            wanted = ["--counters", "--explain"] if self.backend == "emulator" else []
            ran = self.run(program, ["--json", "-", *wanted, *arguments])
            try:
                ran.data = json.loads(ran.out)["versions"][0]
            except (ValueError, LookupError):
                ran.data = None
            return ran
        if self.backend == "cuda":
            return self.run(program, arguments)
        with tempfile.TemporaryDirectory(dir=self.scratch) as folder:
            file = Path(folder) / "counters.json"
            ran = self.run(program, arguments, {"CUDA_EMULATOR": f"counters={file}"})
            try:
                ran.data = {"counters": json.loads(file.read_text())}
            except (OSError, ValueError):
                ran.data = None
        return ran
