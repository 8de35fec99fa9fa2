"""The student's commands. Each gives the exit code."""
from __future__ import annotations

import os
from argparse import Namespace
from datetime import date

from rich.markup import escape
from rich.syntax import Syntax

from . import show
from .compare import compare, find_side
from .exercise import Exercise
from .goals import Judge
from .grading import foresee
from .grading.refuse import told
from .lab import ALL_POINTS, MISSED, Lab, UsageError
from .program import RUN_SECONDS, ToolError
from .verdict import Verdict
from .watch import Watch
from .workfolder import shown


def list_exercises(lab: Lab, arguments: Namespace) -> int:
    chosen = [e for e in lab.exercises.values()
              if (not arguments.ladder or e.ladder == arguments.ladder) and (not arguments.kind or e.kind == arguments.kind)]
    if not chosen:
        raise UsageError("there is no such exercise; ladders: "
                         + ", ".join(sorted({e.ladder for e in lab.exercises.values() if e.ladder}))
                         + "; kinds: write, repair, 'speed up', predict, 'plain CUDA'")
    states = {e.name: show.state_of(lab.work.progress.get(e.name), lab.work.is_started(e)) for e in chosen}
    show.show_list(lab.console, chosen, states)
    done = sum(1 for e in chosen if "done" in states[e.name])
    lab.console.print(f"{len(chosen)} exercises, {done} done. Begin one: {lab.me} start NAME", soft_wrap=True)
    return ALL_POINTS


def start(lab: Lab, arguments: Namespace) -> int:
    exercise = lab.exercise(arguments.name)
    new = lab.work.start(exercise)
    lab.work.current = exercise.name
    lab.work.of(exercise)
    lab.work.save()
    answer = lab.work.answer(exercise)
    if answer not in new:
        lab.console.print(f"{shown(answer)} was there already, and is as you left it.")
    lab.console.print(show.Page((exercise.folder / "task.md").read_text()), crop=False)
    lab.console.print()
    missing = [name for name in exercise.after if name in lab.exercises and not lab.work.of(lab.exercises[name]).done]
    if missing:
        lab.console.print(f"It builds on {', '.join(missing)}, which you have not done yet.")
    lab.console.print(f"Your file: [bold]{escape(shown(answer))}[/]. Then: {lab.me} check, or {lab.me} watch", soft_wrap=True)
    return ALL_POINTS


def check(lab: Lab, arguments: Namespace) -> int:
    exercise = lab.started(arguments.name)
    with lab.bench() as bench:
        lab.prepare(bench, [exercise])
        with lab.errors.status(f"Checking {exercise.name}"):
            file = lab.work.answer(exercise).resolve()
            verdict = Judge(bench, exercise).judge(file)
            can_be_refused = verdict.program and bench.backend == "emulator"
            refused = foresee.refused(bench, exercise, file, verdict.program) if can_be_refused else []
    tell(lab, exercise, verdict, refused)
    return ALL_POINTS if verdict.all_reached else MISSED


def tell(lab: Lab, exercise: Exercise, verdict: Verdict, refused: list[str] | None = None) -> None:
    """refused: what a grader refuses of the file."""
    show.show_verdict(lab.console, exercise, verdict, lab.work.answer(exercise).resolve())
    if refused:
        show.plain(lab.console, told(refused).rstrip())
    note(lab, exercise, verdict)


def note(lab: Lab, exercise: Exercise, verdict: Verdict) -> None:
    progress = lab.work.of(exercise)
    progress.points = max(progress.points, verdict.points)
    lab.work.current = exercise.name
    if verdict.all_reached:
        progress.done = progress.done or date.today().isoformat()
        lab.console.print(f"[green]Done.[/] Our solution: {lab.me} solution", soft_wrap=True)
        if following := next_of(lab, exercise):
            lab.console.print(f"Next: {lab.me} start {following}", soft_wrap=True)
    elif progress.hints < len(exercise.hints):
        lab.console.print(f"A hint: {lab.me} hint", soft_wrap=True)
    lab.work.save()


def next_of(lab: Lab, exercise: Exercise) -> str:
    """The next one in the course that is not done; after the last, the first."""
    names = list(lab.exercises)
    after = names.index(exercise.name) + 1
    return next((name for name in names[after:] + names[:after] if not lab.work.of(lab.exercises[name]).done), "")


def watch_saves(lab: Lab, arguments: Namespace) -> int:
    chosen = [lab.started(arguments.name)] if arguments.name else \
        [e for e in lab.exercises.values() if lab.work.is_started(e)]
    if not chosen:
        raise UsageError("no exercise is started: scripts/lab start NAME")
    files = {lab.work.answer(e): e.name for e in chosen}
    first = lab.work.current if lab.work.current in files.values() else chosen[0].name
    with lab.bench() as bench:
        lab.prepare(bench, chosen)
        waiting = lab.errors.status("")

        def judge(name: str) -> Verdict:
            judging = Judge(bench, lab.exercises[name])
            try:
                return judging.judge(lab.work.answer(lab.exercises[name]).resolve())
            finally:
                judging.close()

        def began(name: str, again: bool) -> None:
            if again:
                lab.console.print("Saved again: the check begins anew.")
            else:
                lab.console.rule(name)
            waiting.update(f"Checking {name}")
            waiting.start()

        def told(name: str, verdict: Verdict) -> None:
            waiting.stop()
            tell(lab, lab.exercises[name], verdict)

        names = ", ".join(shown(file) for file in files)
        save = "it" if len(files) == 1 else "one of them"
        lab.console.print(f"Watching {names}. Save {save} to check it; Ctrl-C ends.", soft_wrap=True)
        try:
            Watch(lab.work.folder, files, judge).run(first, began, told)
        finally:
            waiting.stop()
    return ALL_POINTS


def hint(lab: Lab, arguments: Namespace) -> int:
    exercise = lab.exercise(arguments.name)
    progress = lab.work.of(exercise)
    if progress.hints < len(exercise.hints) and not arguments.again:
        progress.hints += 1
        lab.work.current = exercise.name
        lab.work.save()
        shown_now = [progress.hints]
    else:
        shown_now = list(range(1, progress.hints + 1))
    for number in shown_now:
        lab.console.print(f"[bold]Hint {number} of {len(exercise.hints)}[/]")
        lab.console.print(show.Page(exercise.hints[number - 1]), crop=False)
    if progress.hints == len(exercise.hints):
        give_up = "" if progress.done else " --give-up"
        lab.console.print(f"These are all. The solution: {lab.me} solution{give_up}", soft_wrap=True)
    elif not shown_now:
        lab.console.print(f"You have seen no hint yet: {lab.me} hint", soft_wrap=True)
    return ALL_POINTS


def explain(lab: Lab, arguments: Namespace) -> int:
    exercise = lab.started(arguments.name)
    if exercise.ladder:
        return run_own(lab, exercise, ["--explain", *exercise.options])
    return run_own(lab, exercise, exercise.options, {"CUDA_EMULATOR": "explain"})


def run(lab: Lab, arguments: Namespace) -> int:
    return run_own(lab, lab.started(arguments.name), arguments.options)


def run_own(lab: Lab, exercise: Exercise, options: list[str], env: dict[str, str] | None = None) -> int:
    """Builds the student's program and runs it. Gives its exit code."""
    if exercise.predicts and not (lab.work.of(exercise).done or lab.work.of(exercise).gave_up):
        raise UsageError(f"{exercise.name}: predict first; when all answers are right, the program may be run")
    source = (exercise.kernel if exercise.predicts else lab.work.answer(exercise)).resolve()
    with lab.bench() as bench:
        lab.prepare(bench, [exercise])
        with lab.errors.status("Building"):
            built = bench.build(exercise, source)
        if built.messages.strip():
            show.show_output(lab.console, built.messages, source, wrap=False)
        if not built.program:
            return MISSED
        if "devices=" in os.environ.get("CUDA_EMULATOR", ""):
            bench.gpus_of.pop(built.program, None)  # as many GPUs as the student says
        ran = bench.run(built.program, options, env)
        may_see = lab.work.of(exercise).may_see_the_solution(len(exercise.hints))
        for console, text in ((lab.errors, ran.err), (lab.console, ran.out)):
            text = show.plain_numbers(text if may_see else show.without_the_solution(text))
            show.show_output(console, text, source, wrap=False, most=None)
        if ran.code is None:
            raise ToolError(f"{exercise.name} did not end within {RUN_SECONDS} s")
        return ran.code if ran.code >= 0 else 128 - ran.code


def compare_two(lab: Lab, arguments: Namespace) -> int:
    if not arguments.b:
        given = f"{arguments.a} with what? B is missing" if arguments.a else "needs two: A and B are missing"
        raise UsageError(f"compare {given}: a version (reduce_v3), an exercise (your file), or a file")
    a, b = (find_side(lab.root, lab.exercises, lab.work, name) for name in (arguments.a, arguments.b))
    with lab.bench() as bench:
        compare(lab.console, bench, a, b, arguments.options)
    return ALL_POINTS


def solution(lab: Lab, arguments: Namespace) -> int:
    exercise = lab.exercise(arguments.name)
    progress = lab.work.of(exercise)
    if not exercise.solution.exists():
        raise ToolError(f"{exercise.name}: there are no solutions in this copy")
    if not progress.done and not arguments.give_up:
        raise UsageError(f"{exercise.name} is not done yet: scripts/lab hint helps; --give-up shows the solution all the same")
    if not progress.done and not progress.gave_up:
        progress.gave_up = date.today().isoformat()
        lab.work.save()
    text = exercise.solution.read_text()
    if lab.console.is_terminal:
        lab.console.print(Syntax(text, "toml" if exercise.predicts else "cuda").highlight(text), soft_wrap=True)
    else:
        print(text, end="")
    for goal in exercise.goals:
        if exercise.predicts and goal.because:
            lab.console.print(f"{goal.name}: {goal.because}")
    return ALL_POINTS
