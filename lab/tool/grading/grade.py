"""scripts/lab grade: judges what all students have handed in, and writes their grades."""
from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
import tempfile
import threading
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from datetime import datetime, timezone
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ..exercise import POINTS, Exercise
from ..goals import Judge, State, Verdict
from ..program import ToolError
from . import archives, outputs
from .bench import SandboxBench
from .gradebook import Gradebook
from .sandbox import require_bubblewrap
from .students import Student, printable
from .submissions import find

STUDENT_COLUMNS = 16  # at least, for a name in the table on the terminal
MOST_TEXT = 20_000  # characters of a program's or the compiler's output in a report


def digest(*parts: bytes) -> str:
    together = hashlib.sha256()
    for part in parts:
        together.update(len(part).to_bytes(8, "big") + part)
    return together.hexdigest()


def exercise_digest(root: Path, exercise: Exercise) -> bytes:
    """Of all that decides about a verdict: the exercise's files and the judging code."""
    files = [f for f in sorted(exercise.folder.iterdir()) if f.is_file() and f.suffix in (".toml", ".cu")]
    files += sorted((root / "lab" / "tool").rglob("*.py"))
    return digest(*(f.name.encode() + b"\0" + f.read_bytes() for f in files)).encode()


def harmless(text: str) -> str:
    """Without addresses and names of folders, which differ from run to run, and without what a terminal would obey."""
    text = "".join(c if c.isprintable() or c in "\n\t" else "?" for c in text.replace("\r\n", "\n"))
    text = re.sub(r"0x[0-9a-f]{6,}", "0x...", text.replace("/submission/", ""))
    text = re.sub(r"(?:/[\w.+-]+)+/(?=[\w.+-]+\.(?:cu|h|cuh|cpp|hpp)\b)", "", text)
    return text if len(text) <= MOST_TEXT else text[:MOST_TEXT] + "\n... (cut off)\n"


def stored_form(verdict: Verdict) -> dict:
    measurable = sum(r.goal.points for r in verdict.results if r.state != State.left_out) or 1
    goals = []
    for r in verdict.results:
        if r.state == State.left_out:
            continue
        most = r.goal.points * POINTS / measurable
        goals.append({"title": r.goal.title or r.goal.ask, "points": round(most, 2) if verdict.earned(r) else 0,
                      "most": round(most, 2), "state": r.state.value, "wanted": r.wanted, "got": harmless(r.got),
                      "why": harmless(r.why), "output": harmless(r.output)})
    return {"points": verdict.points if verdict.compiled else 0, "compiled": verdict.compiled,
            "messages": harmless(verdict.messages), "goals": goals}


class Verdicts:
    """Verdicts on the disk, one file each, so that an interrupted grading goes on where it was."""

    def __init__(self, folder: Path):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def get(self, key: str) -> dict | None:
        try:
            return json.loads((self.folder / f"{key}.json").read_text())
        except (OSError, ValueError):
            return None

    def put(self, key: str, verdict: dict) -> None:
        outputs.write(self.folder / f"{key}.json", json.dumps(verdict, ensure_ascii=True))


def secret_of(out: Path, given: str | None) -> str:
    """Of this grading: it decides the inputs. Kept beside the grades, so that the same command gives the same grades."""
    file = out / "secret"
    if given is None and file.exists():
        return file.read_text().strip()
    secret = given or secrets.token_hex(16)
    outputs.write(file, secret + "\n")
    file.chmod(0o600)
    return secret


def grades_table(students: list[Student], exercises: list[Exercise], grades: outputs.Grades, width: int) -> Table:
    """A column for each exercise if they fit into the terminal, or else how many were handed in: grades.csv has all."""
    names = [exercise.name for exercise in exercises]
    is_wide = STUDENT_COLUMNS + sum(len(name) + 2 for name in [*names, "points"]) <= width
    table = Table(box=None, pad_edge=False)
    table.add_column("student", overflow="fold")
    for name in names if is_wide else ["handed in"]:
        table.add_column(name, justify="right")
    table.add_column("points", justify="right")
    for student in students:
        verdicts = grades[student.name]
        cells = ["-" if v is None else str(outputs.number(v["points"])) for v in verdicts.values()]
        if not is_wide:
            cells = [f"{sum(v is not None for v in verdicts.values())} of {len(names)}"]
        table.add_row(escape(printable(student.name)), *cells, str(outputs.total_of(verdicts)))
    return table


class Grading:
    """One run of the command. jobs: judged at the same time."""

    def __init__(self, bench: SandboxBench, exercises: list[Exercise], students: list[Student], out: Path, console: Console,
                 jobs: int):
        self.bench, self.exercises, self.students = bench, exercises, students
        self.out, self.console, self.jobs = out, console, jobs
        self.state = Verdicts(out / "verdicts")
        self.digests = {e.name: exercise_digest(bench.root, e) for e in exercises}
        self.stopped = threading.Event()
        self.failed: list[str] = []  # what the grader could not judge, and why

    def key(self, exercise: Exercise, source: bytes) -> str:
        return digest(self.digests[exercise.name], self.bench.secret.encode(), exercise.name.encode(), source)

    def to_judge(self) -> dict[str, tuple[Exercise, bytes]]:
        """What has no verdict yet; the same source counts once."""
        open_ones = {}
        for exercise in self.exercises:
            for student in self.students:
                if exercise.name in student.files:
                    key = self.key(exercise, student.files[exercise.name])
                    if key not in open_ones and self.state.get(key) is None:
                        open_ones[key] = exercise, student.files[exercise.name]
        return open_ones

    def owner(self, exercise: Exercise, source: bytes) -> str:
        return next(s.name for s in self.students if s.files.get(exercise.name) == source)

    def judge_one(self, key: str, exercise: Exercise, source: bytes) -> None:
        if self.stopped.is_set():
            return
        with tempfile.TemporaryDirectory(dir=self.bench.scratch) as folder:
            file = Path(folder) / exercise.answer_name
            file.write_bytes(source)
            judge = Judge(self.bench, exercise)
            try:
                verdict = stored_form(judge.judge(file))
            except ToolError:
                raise
            except Exception as error:  # one file must not end the grading of all
                self.failed.append(f"{exercise.name}, {self.owner(exercise, source)}: {type(error).__name__}: {error}"[:300])
                return
            finally:
                judge.beside.shutdown()
                self.bench.forget(file)
        if not self.stopped.is_set():
            self.state.put(key, verdict)

    def judge_all(self) -> None:
        waiting = self.to_judge()
        if not waiting:
            return
        self.console.print(f"{len(waiting)} files to judge; first each exercise's solution")
        self.bench.prepare(list({e.name: e for e, _ in waiting.values()}.values()))
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=self.console, disable=not self.console.is_terminal) as progress, \
                ThreadPoolExecutor(self.jobs) as pool:
            task = progress.add_task("Judging", total=len(waiting))
            running = {pool.submit(self.judge_one, key, *what) for key, what in waiting.items()}
            try:
                while running:
                    done, running = wait(running, return_when=FIRST_COMPLETED)
                    for future in done:
                        future.result()
                        progress.advance(task)
            except BaseException:
                self.stopped.set()
                pool.shutdown(wait=False, cancel_futures=True)
                self.bench.sandbox.end_all()
                raise

    def grades(self) -> outputs.Grades:
        def verdict(student: Student, exercise: Exercise) -> dict | None:
            source = student.files.get(exercise.name)
            return None if source is None else self.state.get(self.key(exercise, source))

        return {s.name: {e.name: verdict(s, e) for e in self.exercises} for s in self.students}

    def show(self, grades: outputs.Grades) -> None:
        """What was judged by this command."""
        self.console.print(grades_table(self.students, self.exercises, grades, self.console.width))
        for student in self.students:
            for note in student.notes:
                self.console.print(f"{printable(student.name)}: {printable(note)}", markup=False, highlight=False)


def grade(root: Path, build: Path, backend: str, exercises: list[Exercise], course: list[str], submissions: Path, out: Path,
          console: Console, *, are_set: bool = True, jobs: int = 0, secret: str | None = None, safe: bool = True) -> None:
    """course: the names of all exercises, in their order. are_set: the lecturer has named `exercises`. Throws ToolError for what
    is wrong outside of the submissions."""
    if backend != "emulator":
        raise ToolError("grade judges by the emulator: run it with LAB_PRESET=emulator")
    if safe:
        require_bubblewrap()
    if not submissions.is_dir() and not archives.is_of_a_class(submissions, archives.CLASS):
        raise ToolError(f"{submissions}: " + ("this is neither a folder nor Moodle's archive of a class" if submissions.exists()
                                              else "no such folder"))
    if out.resolve().is_relative_to(submissions.resolve()) or submissions.resolve().is_relative_to(out.resolve()):
        raise ToolError("the grades and the submissions must lie in different folders")
    if (out / "grades.csv").exists() and not (out / "gradebook").exists():
        raise ToolError(f"{out}: these grades have no gradebook, and would be overwritten: grade into another folder")
    students, strays = find(submissions, exercises, course, Gradebook(out / "gradebook").exercises())
    if not students:
        raise ToolError("; ".join([f"{submissions}: there is no submission: a folder, an archive or a file for each student",
                                   *map(printable, strays)]))
    out.mkdir(parents=True, exist_ok=True)
    with SandboxBench(root, build, backend, secret_of(out, secret), safe) as bench:
        grading = Grading(bench, exercises, students, out, console, jobs or os.cpu_count() or 1)
        grading.judge_all()
        grades = grading.grades()
        grading.show(grades)
    book = Gradebook(out / "gradebook")  # as it is by this time
    told = book.enter(students, grades, str(submissions.resolve()), are_set)
    book.save()
    book.write(out, course, datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S"))
    for note in told + strays:
        console.print(printable(note), markup=False, highlight=False)
    console.print(f"Written: {escape(str(out))}/grades.csv with {len(book.rows)} students and {len(book.exercises())} exercises, "
                  "junit.xml, students/*/results.json and report.md")
    if grading.failed:
        raise ToolError(f"{len(grading.failed)} files could not be judged, and change no points; the same command tries them "
                        "again: " + printable("; ".join(grading.failed)))
