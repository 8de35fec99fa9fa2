"""Runs what a stranger has written where it can do no harm: in bubblewrap, with limits.

No network, no other processes, no files but those that are named, a private /tmp of limited size. What it started is dead
when run() returns.
"""
from __future__ import annotations

import os
import select
import shutil
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from ..program import Ran, Running, ToolError
from . import seccomp

MIB = 1 << 20
PAGE = os.sysconf("SC_PAGE_SIZE")
INSTALL = "sudo apt install bubblewrap"


@dataclass
class Limits:
    """seconds: of processor time; wall: of real time. memory: bytes that a process may fill. output: of each file."""
    seconds: int = 30
    wall: float = 60
    memory: int = 3072 * MIB
    reserved: int = 3072 * MIB  # memory that a process may ask for; the emulator asks for more than it fills
    output: int = 64 * MIB
    disk: int = 256 * MIB   # of /tmp
    processes: int = 512


@dataclass
class View:
    """What the sandbox shows besides the system's programs."""
    read_only: list[Path] = field(default_factory=list)    # folders and files, by their own paths
    at: dict[Path, Path] = field(default_factory=dict)     # by other paths: {there: here}
    bound: dict[Path, Path] = field(default_factory=dict)  # likewise, and they may be written


def require_bubblewrap() -> None:
    """Throws ToolError if submissions cannot be run safely here."""
    if not shutil.which("bwrap"):
        raise ToolError("grade runs submissions in bubblewrap, which is not installed: " + INSTALL
                        + " (or --unsafe, only for sources that you have read)")
    if seccomp.compiled() is None:
        raise ToolError("grade runs submissions on x86-64 and 64-bit Arm only: there is no filter of system calls for this machine")
    tried = subprocess.run(["bwrap", "--unshare-all", "--ro-bind", "/usr", "/usr", "--symlink", "usr/lib", "/lib", "--symlink",
                            "usr/lib64", "/lib64", "--symlink", "usr/bin", "/bin", "true"], capture_output=True, text=True)
    if tried.returncode != 0:
        raise ToolError(f"bubblewrap does not work here: {tried.stderr.strip()} (unprivileged user namespaces must be "
                        "allowed: sysctl kernel.unprivileged_userns_clone=1, or an AppArmor profile for bwrap)")


class Sandbox:
    """safe: with bubblewrap; else with limits alone."""

    def __init__(self, safe: bool = True):
        self.safe = safe
        self.filter = seccomp.compiled()
        self.running = Running()

    def end_all(self) -> None:
        """Ends all that runs; what would start then throws KeyboardInterrupt."""
        self.running.stop_all()

    def system(self) -> list[str]:
        """The system's programs and libraries, read-only."""
        words = ["--ro-bind", "/usr", "/usr"]
        for name in ("bin", "sbin", "lib", "lib32", "lib64", "libx32"):
            path = Path("/", name)
            if path.is_symlink():
                words += ["--symlink", os.readlink(path), str(path)]
            elif path.is_dir():
                words += ["--ro-bind", str(path), str(path)]
        for name in ("/etc/ld.so.cache", "/etc/alternatives"):
            words += ["--ro-bind-try", name, name]
        return words

    def words(self, view: View, limits: Limits, filter_file: int | None, cwd: Path | None) -> list[str]:
        words = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--clearenv", *self.system(),
                 # Process 1 is bubblewrap, whose command line and environment are the grader's.
                 "--proc", "/proc", "--tmpfs", "/proc/1", "--remount-ro", "/proc/1", "--dev", "/dev",
                 "--uid", "1000", "--gid", "1000", "--size", str(limits.disk), "--tmpfs", "/tmp", "--hostname", "sandbox",
                 "--cap-drop", "ALL", "--setenv", "PATH", "/usr/bin:/bin", "--setenv", "HOME", "/tmp", "--setenv", "LANG", "C.UTF-8",
                 # The judge has freed memory wiped, but glibc's cache of small blocks keeps what was in them.
                 "--setenv", "GLIBC_TUNABLES", "glibc.malloc.tcache_count=0"]
        for there, here in view.at.items():
            words += ["--ro-bind", str(here), str(there)]
        for path in view.read_only:
            words += ["--ro-bind", str(path), str(path)]
        for there, here in view.bound.items():
            words += ["--bind", str(here), str(there)]
        words += ["--remount-ro", "/"]  # it lies in memory, without a limit
        if filter_file is not None:
            words += ["--seccomp", str(filter_file)]
        return words + ["--chdir", str(cwd or "/tmp")]

    def run(self, command: list[str], view: View, limits: Limits, *, cwd: Path | None = None, stdin: bytes = b"",
            env: dict[str, str] | None = None, filtered: bool = True, files: tuple[int, ...] = ()) -> Ran:
        """filtered: no new processes and no sockets. files: descriptors that the command gets."""
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, tempfile.TemporaryFile() as given, \
                tempfile.TemporaryFile() as filter_file:
            given.write(stdin)
            given.seek(0)
            passed = list(files)
            program = self.filter if filtered and self.safe else None
            if program:
                filter_file.write(program)
                filter_file.seek(0)
                passed.append(filter_file.fileno())
            # The limits hold for the command, not for bubblewrap; an 'env' sets what --clearenv has removed.
            words = limited(limits) + ["env", *(f"{k}={v}" for k, v in (env or {}).items()), *command]
            if self.safe:
                words = self.words(view, limits, filter_file.fileno() if program else None, cwd) + ["--", *words]
            return self.wait_for(words, limits, out, err, given, passed, None if self.safe else cwd)

    def wait_for(self, words: list[str], limits: Limits, out, err, given, passed: list[int], cwd: Path | None) -> Ran:
        start = time.monotonic()
        env = {"PATH": os.environ.get("PATH", os.defpath)} if self.safe else None
        process = self.running.start(words, stdin=given, stdout=out, stderr=err, pass_fds=passed, cwd=cwd, env=env)
        code = None
        try:
            if ended_in_time(process.pid, limits):
                code = process.wait()
        finally:
            self.running.end(process)
        if code is not None and code > 128:  # bubblewrap tells a signal as a shell does
            code = 128 - code
        return Ran(code, text_of(out, limits), text_of(err, limits), time.monotonic() - start)


def ended_in_time(pid: int, limits: Limits) -> bool:
    """Waits for the end of a process. False: it takes too long, or it and its children fill too much memory."""
    end = time.monotonic() + limits.wall
    watched = os.pidfd_open(pid)
    try:
        poll = select.poll()
        poll.register(watched, select.POLLIN)
        while time.monotonic() < end:
            if poll.poll(50):
                return True
            if memory_of(pid) > limits.memory:
                return False
        return False
    finally:
        os.close(watched)


def memory_of(pid: int) -> int:
    """Bytes of memory that a process and its descendants fill."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except (OSError, IndexError):
        return 0
    return pages * PAGE + sum(memory_of(int(child)) for child in children)


def limited(limits: Limits) -> list[str]:
    """prlimit sets what a process and those that it starts may use, for good."""
    return ["prlimit", f"--cpu={limits.seconds}:{limits.seconds + 1}", f"--data={limits.reserved}", f"--fsize={limits.output}",
            "--core=0", f"--nproc={limits.processes}", "--nofile=256", f"--stack={64 * MIB}", "--"]


def text_of(file, limits: Limits) -> str:
    file.seek(0)
    return file.read(limits.output).decode(errors="replace")

