"""scripts/lab: exercises, checks, hints."""
from __future__ import annotations

import argparse
import difflib
import os
import shlex
import signal
import sys
from datetime import date
from pathlib import Path

from rich.markup import escape
from rich.syntax import Syntax

from . import show
from .compare import compare, find_side
from .exercise import BadExercise, Exercise, read_all
from .grading.grade import grade
from .grading.handout import handout
from .goals import Judge, Verdict
from .program import Bench, ToolError
from .self_check import check_all
from .watch import watch
from .workfolder import WorkFolder, shown

ALL_POINTS, MISSED, USAGE, BROKEN = 0, 1, 2, 3  # exit codes


class Lab:
    """The commands. root: the project."""

    def __init__(self, root: Path, work: Path):
        self.root = root
        self.exercises = read_all(root / "lab" / "exercises")
        self.work = WorkFolder(work)
        self.console = show.make_console()
        self.errors = show.make_console(stderr=True)
        self.me = "scripts/lab" if work == root / "work" else f"scripts/lab --work {shlex.quote(shown(work))}"

    # --- finding things

    def exercise(self, name: str | None) -> Exercise:
        """The named exercise, or the one that was worked on last."""
        name = name or self.work.current
        if not name:
            raise UsageError("no exercise is started: scripts/lab start NAME; scripts/lab list shows them")
        if name.endswith((".cu", ".toml")):
            name = Path(name).stem
        if name not in self.exercises:
            alike = [known for known in self.exercises if name in known] or difflib.get_close_matches(name, self.exercises)
            raise UsageError(f"there is no exercise '{printable(name)}'"
                             + (f"; did you mean {', '.join(alike[:4])}?" if alike else "; scripts/lab list shows them"))
        return self.exercises[name]

    def started(self, name: str | None) -> Exercise:
        exercise = self.exercise(name)
        if not self.work.is_started(exercise):
            raise UsageError(f"{exercise.name} is not started: scripts/lab start {exercise.name}")
        return exercise

    def bench(self) -> Bench:
        build = Path(os.environ.get("LAB_BUILD", ""))
        if not (build / "build.ninja").is_file():
            raise ToolError(f"{shown(build)} was not made with Ninja: install ninja, remove the folder, and try again")
        return Bench(self.root, build, "cuda" if os.environ.get("LAB_PRESET") == "gpu" else "emulator")

    # --- the commands; each gives the exit code

    def list(self, arguments) -> int:
        chosen = [e for e in self.exercises.values()
                  if (not arguments.ladder or e.ladder == arguments.ladder) and (not arguments.kind or e.kind == arguments.kind)]
        if not chosen:
            raise UsageError("there is no such exercise; ladders: "
                             + ", ".join(sorted({e.ladder for e in self.exercises.values() if e.ladder}))
                             + "; kinds: write, repair, 'speed up', predict, 'plain CUDA'")
        states = {e.name: show.state_of(self.work.progress.get(e.name), self.work.is_started(e)) for e in chosen}
        show.show_list(self.console, chosen, states)
        done = sum(1 for e in chosen if "done" in states[e.name])
        self.console.print(f"{len(chosen)} exercises, {done} done. Begin one: {self.me} start NAME", soft_wrap=True)
        return ALL_POINTS

    def start(self, arguments) -> int:
        exercise = self.exercise(arguments.name)
        new = self.work.start(exercise)
        self.work.current = exercise.name
        self.work.of(exercise)
        self.work.save()
        answer = self.work.answer(exercise)
        if answer not in new:
            self.console.print(f"{shown(answer)} was there already, and is as you left it.")
        self.console.print(show.Page((exercise.folder / "task.md").read_text()), crop=False)
        self.console.print()
        missing = [name for name in exercise.after if name in self.exercises and not self.work.of(self.exercises[name]).done]
        if missing:
            self.console.print(f"It builds on {', '.join(missing)}, which you have not done yet.")
        self.console.print(f"Your file: [bold]{escape(shown(answer))}[/]. Then: {self.me} check, or {self.me} watch", soft_wrap=True)
        return ALL_POINTS

    def check(self, arguments) -> int:
        exercise = self.started(arguments.name)
        with self.bench() as bench:
            return self.check_once(bench, exercise)

    def check_once(self, bench: Bench, exercise: Exercise) -> int:
        file = self.work.answer(exercise).resolve()
        self.prepare(bench, [exercise])
        with self.errors.status(f"Checking {exercise.name}"):
            verdict = Judge(bench, exercise).judge(file)
        show.show_verdict(self.console, exercise, verdict, file)
        self.note(exercise, verdict)
        return ALL_POINTS if verdict.all_reached else MISSED

    def prepare(self, bench: Bench, exercises: list[Exercise]) -> None:
        new = any(e.ladder and not (bench.build_folder / "bin" / e.program).exists() for e in exercises)
        with self.errors.status("Building what the programs share; this takes minutes, the first time" if new else "Building"):
            bench.prepare(exercises)

    def note(self, exercise: Exercise, verdict: Verdict) -> None:
        progress = self.work.of(exercise)
        progress.points = max(progress.points, verdict.points)
        self.work.current = exercise.name
        if verdict.all_reached:
            progress.done = progress.done or date.today().isoformat()
            self.console.print(f"[green]Done.[/] Our solution: {self.me} solution", soft_wrap=True)
            if following := self.following(exercise):
                self.console.print(f"Next: {self.me} start {following}", soft_wrap=True)
        elif progress.hints < len(exercise.hints):
            self.console.print(f"A hint: {self.me} hint", soft_wrap=True)
        self.work.save()

    def following(self, exercise: Exercise) -> str:
        """The next one in the course that is not done; after the last, the first."""
        names = list(self.exercises)
        after = names.index(exercise.name) + 1
        return next((name for name in names[after:] + names[:after] if not self.work.of(self.exercises[name]).done), "")

    def watch(self, arguments) -> int:
        chosen = [self.started(arguments.name)] if arguments.name else \
            [e for e in self.exercises.values() if self.work.is_started(e)]
        if not chosen:
            raise UsageError("no exercise is started: scripts/lab start NAME")
        files = {self.work.answer(e): e.name for e in chosen}
        with self.bench() as bench:
            self.prepare(bench, chosen)

            def changed(name: str) -> None:
                self.console.rule(name)
                self.check_once(bench, self.exercises[name])

            def ready() -> None:
                names = ", ".join(shown(file) for file in files)
                save = "it" if len(files) == 1 else "one of them"
                self.console.print(f"Watching {names}. Save {save} to check it; Ctrl-C ends.")

            watch(self.work.folder, files, ready, changed)
        return ALL_POINTS

    def hint(self, arguments) -> int:
        exercise = self.exercise(arguments.name)
        progress = self.work.of(exercise)
        if progress.hints < len(exercise.hints) and not arguments.again:
            progress.hints += 1
            self.work.current = exercise.name
            self.work.save()
            shown_now = [progress.hints]
        else:
            shown_now = list(range(1, progress.hints + 1))
        for number in shown_now:
            self.console.print(f"[bold]Hint {number} of {len(exercise.hints)}[/]")
            self.console.print(show.Page(exercise.hints[number - 1]), crop=False)
        if progress.hints == len(exercise.hints):
            give_up = "" if progress.done else " --give-up"
            self.console.print(f"These are all. The solution: {self.me} solution{give_up}", soft_wrap=True)
        elif not shown_now:
            self.console.print(f"You have seen no hint yet: {self.me} hint", soft_wrap=True)
        return ALL_POINTS

    def explain(self, arguments) -> int:
        exercise = self.started(arguments.name)
        if exercise.ladder:
            return self.run_own(exercise, ["--explain", *exercise.options])
        return self.run_own(exercise, exercise.options, {"CUDA_EMULATOR": "explain"})

    def run(self, arguments) -> int:
        return self.run_own(self.started(arguments.name), arguments.options)

    def run_own(self, exercise: Exercise, options: list[str], env: dict[str, str] | None = None) -> int:
        """Builds the student's program and runs it. Gives its exit code."""
        if exercise.predicts and not (self.work.of(exercise).done or self.work.of(exercise).gave_up):
            raise UsageError(f"{exercise.name}: predict first; when all answers are right, the program may be run")
        source = (exercise.kernel if exercise.predicts else self.work.answer(exercise)).resolve()
        with self.bench() as bench:
            self.prepare(bench, [exercise])
            with self.errors.status("Building"):
                built = bench.build(exercise, source)
            if built.messages.strip():
                show.show_output(self.console, built.messages, source, wrap=False)
            if not built.program:
                return MISSED
            ran = bench.run(built.program, options, env)
            show.show_output(self.errors, ran.err, source, wrap=False, most=None)
            show.show_output(self.console, ran.out, source, wrap=False, most=None)
            if ran.code is None:
                raise ToolError(f"{exercise.name} did not end in time")
            return ran.code if ran.code >= 0 else 128 - ran.code

    def compare(self, arguments) -> int:
        a, b = (find_side(self.root, self.exercises, self.work, name) for name in (arguments.a, arguments.b))
        with self.bench() as bench:
            compare(self.console, bench, a, b, arguments.options)
        return ALL_POINTS

    def solution(self, arguments) -> int:
        exercise = self.exercise(arguments.name)
        progress = self.work.of(exercise)
        if not exercise.solution.exists():
            raise ToolError(f"{exercise.name}: there are no solutions in this copy")
        if not progress.done and not arguments.give_up:
            raise UsageError(f"{exercise.name} is not done yet: scripts/lab hint helps; --give-up shows the solution all the same")
        if not progress.done and not progress.gave_up:
            progress.gave_up = date.today().isoformat()
            self.work.save()
        text = exercise.solution.read_text()
        if self.console.is_terminal:
            self.console.print(Syntax(text, "toml" if exercise.predicts else "cuda").highlight(text), soft_wrap=True)
        else:
            print(text, end="")
        for goal in exercise.goals:
            if exercise.predicts and goal.because:
                self.console.print(f"{goal.name}: {goal.because}")
        return ALL_POINTS

    def grade(self, arguments) -> int:
        chosen = [self.exercise(name) for name in arguments.exercises] or list(self.exercises.values())
        bench = self.bench()
        grade(self.root, bench.build_folder, bench.backend, chosen, Path(arguments.submissions), Path(arguments.out), self.console,
              jobs=arguments.jobs, secret=arguments.secret, safe=not arguments.unsafe)
        return ALL_POINTS

    def handout(self, arguments) -> int:
        handout(self.bench(), list(self.exercises.values()), Path(arguments.out))
        self.console.print(f"Written: {escape(arguments.out)}")
        return ALL_POINTS

    def self_check(self, arguments) -> int:
        chosen = [self.exercise(name) for name in arguments.names] or list(self.exercises.values())
        with self.bench() as bench:
            if bench.backend == "cuda":
                chosen = [e for e in chosen if not e.predicts]

            def tell(exercise: Exercise, faults: list[str]) -> None:
                self.console.print(f"{'[red]wrong[/]' if faults else '[green]ok[/]   '} {exercise.name}")
                for fault in faults:
                    show.plain(self.console, fault.rstrip(), indent=6)

            right = check_all(bench, chosen, set(self.exercises), os.cpu_count() or 1, tell)
        return ALL_POINTS if right else MISSED


class UsageError(Exception):
    pass


def printable(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text)[:60]


def parser() -> argparse.ArgumentParser:
    main = argparse.ArgumentParser(prog="scripts/lab", description="Exercises: change a kernel until it is right and fast. "
                                   "Without NAME a command means the exercise that you worked on last.")
    main.add_argument("--work", metavar="FOLDER", default=os.environ.get("LAB_WORK"),
                      help="where your files are (default: work/ in the project, or $LAB_WORK)")
    commands = main.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, text: str, takes_name: bool = True) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text)
        if takes_name:
            sub.add_argument("name", nargs=None if name == "start" else "?", metavar="NAME", help="an exercise")
        return sub

    sub = command("list", "what there is, and what you have done", takes_name=False)
    sub.add_argument("--ladder", help="only the exercises of this ladder")
    sub.add_argument("--kind", help="only those of this kind: write, repair, 'speed up', predict, 'plain CUDA'")
    command("start", "copy an exercise's start file into your work folder, never over an older one")
    command("check", "build your file, test it, and measure the goals")
    command("watch", "check each time you save")
    command("hint", "one hint more").add_argument("--again", action="store_true", help="show those that you have seen")
    command("explain", "say why your kernel is slow, and by how much")
    command("run", "build your file and run it, with options").add_argument(
        "options", nargs=argparse.REMAINDER, metavar="OPTION", help="options of the program, as in -n 4096")
    sub = command("compare", "two versions or files: sources, counters and times side by side", takes_name=False)
    sub.add_argument("a", metavar="A", help="a version (reduce_v3), an exercise (your file), or a file")
    sub.add_argument("b", metavar="B")
    sub.add_argument("options", nargs=argparse.REMAINDER, metavar="OPTION", help="options of the programs, as in -n 4096")
    command("solution", "our solution, when yours is done").add_argument(
        "--give-up", action="store_true", help="show it although yours is not done")
    sub = command("grade", "judge what students have handed in, in a sandbox", takes_name=False)
    sub.add_argument("submissions", metavar="SUBMISSIONS", help="a folder with a folder, an archive or a file for each student")
    sub.add_argument("--out", metavar="FOLDER", required=True, help="where the grades go; what is there already is not done again")
    sub.add_argument("--exercises", nargs="+", metavar="NAME", default=[], help="which were set (default: all)")
    sub.add_argument("--jobs", type=int, default=0, metavar="N", help="how many are judged at the same time (default: the cores)")
    sub.add_argument("--secret", help="decides the inputs; the same secret gives the same grades (default: drawn, and kept in "
                     "FOLDER/secret)")
    sub.add_argument("--unsafe", action="store_true", help="without a sandbox: only for sources that you have read")
    sub = command("handout", "make a copy of the project for students, without the solutions", takes_name=False)
    sub.add_argument("--out", metavar="FOLDER|FILE.tar.gz", required=True)
    sub = command("self-check", "prove that each exercise does what it promises", takes_name=False)
    sub.add_argument("names", nargs="*", metavar="NAME")
    return main


def main() -> int:
    root = Path(__file__).resolve().parents[2]
    arguments = parser().parse_args()
    for ending in (signal.SIGTERM, signal.SIGHUP):  # as Ctrl-C: what runs is ended, and nothing is left behind
        if signal.getsignal(ending) != signal.SIG_IGN:  # nohup's
            signal.signal(ending, signal.default_int_handler)
    try:
        lab = Lab(root, Path(arguments.work) if arguments.work else root / "work")
        return getattr(lab, arguments.command.replace("-", "_"))(arguments)
    except UsageError as error:
        print(f"scripts/lab: {error}", file=sys.stderr)
        return USAGE
    except (BadExercise, ToolError, OSError) as error:
        print(f"scripts/lab: {error}", file=sys.stderr)
        return BROKEN
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return ALL_POINTS if arguments.command == "watch" else 130


if __name__ == "__main__":
    sys.exit(main())
