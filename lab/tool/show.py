"""What the lab prints."""
from __future__ import annotations

import os
import re
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import Callable, Iterator

from rich import progress
from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import CodeBlock, Markdown
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from . import counters
from .exercise import POINTS, Exercise
from .verdict import Result, State, Verdict
from .workfolder import Progress, shown

WIDTH = 80
OUTPUT_LINES = 60  # of a program's output, under a goal that was missed

# The rules of the explanations that tell why a goal on a counter was missed, by what the counter ends with.
RULES = {
    "sectors_per_request": ("uncoalesced", "divergence"), "excess_sectors": ("uncoalesced", "divergence"),
    "sectors": ("uncoalesced", "loaded_again", "moved_again"), "requests": ("small_accesses", "loaded_again", "atomics"),
    "conflicts": ("bank_conflicts",), "wavefronts": ("bank_conflicts", "shared_traffic"),
    "same_address_per_request": ("atomics", "shared_atomics"), "lanes": ("atomics", "shared_atomics"),
    "lanes_per_request": ("divergence",), "active_threads_per_warp": ("divergence",), "barriers": ("barriers", "idle_warps"),
    "launches": ("launches",), "host_waits": ("host_waits", "blocking_copies", "no_overlap"),
    "longest_chain": ("no_overlap", "blocking_copies"), "allocations": ("allocation_in_loop",),
}

COLOURS = {State.reached: "green", State.missed: "red", State.not_measured: "dim", State.left_out: "dim"}


class Code(CodeBlock):
    """A picture or a command in a text, not wrapped."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text("\n".join("  " + line for line in str(self.text).rstrip().splitlines()), no_wrap=True, overflow="ignore")


class Page(Markdown):
    """A task or a hint."""
    elements = {**Markdown.elements, "fence": Code, "code_block": Code}


def make_console(stderr: bool = False) -> Console:
    """80 columns when piped, and at most so many that lines can be read on a terminal."""
    stream = sys.stderr if stderr else sys.stdout
    columns = os.get_terminal_size(stream.fileno()).columns if stream.isatty() else 0
    width = min(100, columns) if columns else WIDTH
    return Console(width=width, stderr=stderr, highlight=False)


@contextmanager
def steps(console: Console) -> Iterator[Callable[[int, int, str], None]]:
    """Gives what tells the number of a step, how many there are, and what it does: a terminal has one line, which counts the
    seconds; a file gets a line for each."""
    columns = (progress.SpinnerColumn(), progress.TextColumn("{task.completed} of {task.total}: {task.description}"),
               progress.TimeElapsedColumn())
    with progress.Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("")

        def tell(number: int, of: int, what: str) -> None:
            bar.update(task, completed=number, total=of, description=escape(what))
            if not console.is_terminal:
                console.print(f"{number} of {of}: {escape(what)}", soft_wrap=True)

        yield tell


def plain(console: Console, text: str, indent: int = 0, wrap: bool = True) -> None:
    """A program's own words, but without control characters. The compiler's carets need lines that are not wrapped."""
    clean = Text("".join(c if c.isprintable() or c in "\n\t" else "?" for c in text))
    if wrap:
        console.print(Padding(clean, (0, 0, 0, indent)))
    else:
        console.print(clean, soft_wrap=True)


def plain_numbers(text: str) -> str:
    """18432 for 18,432, as the lab and the programs write numbers. (1,128,0) stays: a number begins after a blank."""
    return re.sub(r"(?<!\S)\d{1,3}(?:,\d{3})+(?![\d,])", lambda number: number[0].replace(",", ""), text)


def without_the_solution(text: str) -> str:
    """A program's output, but not which version of the ladder does better."""
    return re.sub(r"\s*\(see:\s[^()]*\)|^Next: .*\n", "", text, flags=re.M)


def points_of(value: float) -> str:
    return counters.number(value)


def state_of(progress: Progress | None, started: bool) -> str:
    if progress and progress.done:
        return "[green]done[/]"
    if progress and progress.gave_up:
        return "[dim]solution seen[/]"
    return f"{points_of(progress.points if progress else 0)} of {POINTS}" if started else ""


def show_list(console: Console, exercises: list[Exercise], states: dict[str, str]) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("week", justify="right")
    table.add_column("exercise", no_wrap=True)
    table.add_column("kind", no_wrap=True)
    table.add_column("min.", justify="right")
    table.add_column("state", no_wrap=True)
    week = 0
    for exercise in exercises:
        table.add_row(str(exercise.week) if exercise.week != week else "", exercise.name, exercise.kind,
                      str(exercise.minutes), states[exercise.name])
        week = exercise.week
    console.print(table)


def show_verdict(console: Console, exercise: Exercise, verdict: Verdict, file: Path) -> None:
    if not verdict.compiled:
        console.print(f"[red]{escape(shown(file))} {'cannot be read' if exercise.predicts else 'does not compile'}.[/]")
        show_output(console, verdict.messages, file, wrap=False)
        return
    if verdict.messages.strip():
        if not exercise.predicts:
            console.print("[yellow]The compiler warns:[/]")
        show_output(console, verdict.messages, file, wrap=False)
    show_goals(console, exercise, verdict)
    if exercise.predicts:
        for result in verdict.results:
            if result.state == State.reached and result.why:
                console.print(f"[green]{escape(result.goal.name)}[/]: {escape(result.why)}")
    if missed := verdict.first_missed:
        show_missed(console, exercise, missed, file)
        if missed.goal.counter and verdict.data:
            show_finding(console, missed, verdict.data.get("explanation", []))


def show_goals(console: Console, exercise: Exercise, verdict: Verdict) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("question" if exercise.predicts else "goal", ratio=1)
    if not exercise.predicts:
        table.add_column("wanted")
    table.add_column("answer" if exercise.predicts else "got", justify="right")
    table.add_column("points", justify="right", no_wrap=True)
    for result in verdict.results:
        goal, colour = result.goal, COLOURS[result.state]
        got = result.got if result.state in (State.reached, State.missed) else result.state.value
        title = goal.ask if exercise.predicts else goal.title
        points = "-" if result.state == State.left_out else \
            f"{points_of(verdict.earned(result))} of {points_of(goal.points)}"
        row = [escape(title)] + ([] if exercise.predicts else [escape(result.wanted)])
        points_colour = colour if verdict.earned(result) or result.state != State.reached else "dim"
        table.add_row(*row, f"[{colour}]{escape(got)}[/]", f"[{points_colour}]{points}[/]")
    console.print(table)
    if any(r.state == State.reached and not verdict.earned(r) for r in verdict.results):
        console.print("A goal that the start file reaches already gives its points when you reach another one.")
    if not verdict.is_measurable:
        console.print("This machine cannot measure what the exercise is about. The emulator can: put LAB_PRESET=emulator before "
                      "the command.")
    if any(r.state == State.left_out for r in verdict.results):
        console.print("Left out: this machine cannot measure it. The points of the other goals are scaled to "
                      f"{POINTS}.")
    console.print(f"[bold]{points_of(verdict.points)} of {POINTS} points[/]")


def show_missed(console: Console, exercise: Exercise, missed: Result, file: Path) -> None:
    console.print()
    console.print(f"[red]{escape(missed.goal.name or missed.goal.title)}[/]" + (f": {escape(missed.why)}" if missed.why else ""))
    if missed.output:
        show_output(console, plain_numbers(missed.output), file)
    if missed.lines:
        console.print(f"{counters.describe(missed.goal.counter)}, by line:")
        text = source_lines(exercise.kernel if exercise.predicts else file)
        for line in missed.lines[:4]:
            own = line.file == file.name and line.line <= len(text)
            source = text[line.line - 1].strip() if own else line.file
            plain(console, f"  {line.line:>5}  {counters.number(line.value):>8}  {source}"[:console.width])


def show_finding(console: Console, missed: Result, findings: list[dict]) -> None:
    """What a rule says of what the goal counts, if one does; not of a line that has little of it."""
    rules = RULES.get(missed.goal.counter.rpartition(".")[2], ())
    most = max((line.value for line in missed.lines), default=0)
    small = {line.line for line in missed.lines if missed.goal.most is not None and line.value < most / 2}
    if finding := next((f for f in findings if f["rule"] in rules and f["line"] not in small), None):
        place = f"Line {finding['line']}: " if finding["line"] else ""
        plain(console, plain_numbers(f"{place}{finding['text']}\nTry: {finding['try']}"), indent=2)


def source_lines(file: Path) -> list[str]:
    try:
        return file.read_text(errors="replace").splitlines()
    except OSError:
        return []


def show_output(console: Console, output: str, file: Path, wrap: bool = True, most: int | None = OUTPUT_LINES) -> None:
    """The student's file by its name alone; the middle of an output of more than `most` lines is left out."""
    output = output.replace(f"{file.resolve().parent}/", "").replace(f"{file.parent}/", "")
    output = re.sub(r"(at|in|by) (?:\w+ )?\(anonymous namespace\)::(\w+)(?:<[^()]*>)?\([^()]*\)(?: \[[^]]*\])?", r"\1 \2", output)
    lines = output.rstrip().splitlines()
    if most and len(lines) > most:
        lines = lines[:most - 5] + [f"... {len(lines) - most} more lines ..."] + lines[-5:]
    if not lines:
        return
    plain(console, "\n".join(lines), wrap=wrap)
