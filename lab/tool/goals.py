"""Judges a student's file by the goals of its exercise."""
from __future__ import annotations

import difflib
import math
import re
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from . import counters, toml
from .counters import NothingCounted
from .exercise import BadExercise, Exercise, Goal, marked_lines
from .first_failure import by_its_own_name, first_difference, first_failure
from .forced_failures import first_untold
from .program import BAD_INPUT, USAGE, Bench, Built, Ran, ToolError, how_it_ended, running
from .refusals import refused_needlessly, refuses_any
from .verdict import Result, State, Verdict


def wanted(goal: Goal) -> str:
    """As a table says it: "at most 1"."""
    if goal.is_right:
        return "right" if goal.options else "right on all inputs"
    if goal.prints:
        return "the right output"
    if goal.failing:
        return "error text, exit code 1"
    words = [f"{word} {counters.number(limit)}" for word, limit in
             (("at least", goal.least), ("at most", goal.most), ("exactly", goal.equals)) if limit is not None]
    if goal.time_of:
        return f"{' and '.join(words)} times {goal.time_of}'s speed"
    return " and ".join(words)


def holds(goal: Goal, value: float) -> bool:
    slack = 1e-9 * max(1.0, abs(value))  # 0.1 is no number of the machine
    return ((goal.least is None or value >= goal.least - slack) and (goal.most is None or value <= goal.most + slack)
            and (goal.equals is None or abs(value - goal.equals) <= slack))


class Judge:
    """Judges one file. `bench` builds and runs; another kind of bench does so in a sandbox."""

    def __init__(self, bench: Bench, exercise: Exercise):
        self.bench, self.exercise = bench, exercise
        self.runs: dict[tuple[str, ...], Future[Ran]] = {}
        self.beside_thread = 0
        self.beside = ThreadPoolExecutor(1, initializer=self.note_thread)  # counted runs, while the self-test runs
        self.source_text = ""
        self.source_name = ""

    def note_thread(self) -> None:
        self.beside_thread = threading.get_ident()

    def close(self) -> None:
        """Waits for the thread; it starts nothing more."""
        self.beside.shutdown(cancel_futures=True)

    def judge(self, source: Path) -> Verdict:
        if self.exercise.predicts:
            return self.judge_answers(source)
        self.source_text, self.source_name = source.read_text(errors="replace"), source.name
        built = self.bench.build(self.exercise, source)
        if not built.program:
            results = [Result(goal, State.not_measured, wanted(goal)) for goal in self.exercise.goals]
            return Verdict(results, built.messages, compiled=False)
        return self.judge_program(built)

    def judge_program(self, built: Built) -> Verdict:
        program = built.program
        plain = self.measured(program, None)
        results: list[Result] = []
        for goal in self.exercise.goals:
            broken = any(r.state == State.missed and (r.goal.is_right or r.goal.prints) for r in results)
            if goal.is_right and not (broken and goal.options):
                results.append(self.judge_right(goal, program, plain))
            elif goal.prints:
                results.append(self.judge_output(goal, program))
            elif (self.bench.backend == "cuda") != bool(goal.time_of):
                results.append(Result(goal, State.left_out, wanted(goal)))
            elif broken:
                results.append(Result(goal, State.not_measured, wanted(goal)))
            elif goal.failing:
                results.append(self.judge_failures(goal, program))
            elif goal.time_of:
                results.append(self.judge_time(goal, program))
            else:
                results.append(self.judge_counter(goal, program))
        if any(r.state == State.missed and r.goal.is_right for r in results):
            running.stop_of(self.beside_thread)  # nobody waits for what else a wrong program would print
        return Verdict(results, built.messages, program=program, data=plain.result().data)

    def measured(self, program: Path, options: list[str] | None) -> Future[Ran]:
        """The run with these options (the exercise's own if None), which is done once."""
        key = tuple(self.exercise.options if options is None else options)
        if key not in self.runs:
            self.runs[key] = self.beside.submit(self.bench.measure, self.exercise, program, list(key))
        return self.runs[key]

    def judge_right(self, goal: Goal, program: Path, plain: Future[Ran]) -> Result:
        """By the awkward inputs of --selftest, and by the plain run; a goal with options of its own, by a run with them."""
        options = goal.options or self.exercise.options
        if not goal.options:
            tested = self.bench.run(program, ["--selftest"])
            if tested.code != 0:
                return missed_run(goal, tested, "--selftest", by_its_own_name(first_failure(tested), self.exercise))
            if refuses_any(tested) and (refused := refused_needlessly(self.bench, self.exercise, program)):
                return Result(goal, State.missed, wanted(goal), "refused", refusal(len(refused)), refused[0] + "\n")
        ran = self.measured(program, goal.options).result() if goal.options else plain.result()
        if ran.code != 0:
            detail = ran.data.get("detail", "") if ran.data else ""
            return missed_run(goal, ran, " ".join(options), f"{ran.err}{detail}\n")
        return Result(goal, State.reached, wanted(goal), "right")

    def judge_output(self, goal: Goal, program: Path) -> Result:
        arguments = goal.options or []
        ran = self.bench.run(program, arguments)
        expected = self.expected_output(arguments)
        command = " ".join([self.exercise.name, *arguments])
        if ran.code != 0:
            return Result(goal, State.missed, wanted(goal), "no end" if ran.code is None else "an error",
                          f"{command} {how_it_ended(ran)}.", ran.text)
        if ran.out.split() != expected.split():
            return Result(goal, State.missed, wanted(goal), "wrong", f"{command} printed something else:",
                          first_difference(expected, ran.out))
        return Result(goal, State.reached, wanted(goal), "right")

    def judge_failures(self, goal: Goal, program: Path) -> Result:
        arguments = goal.options or []
        untold = first_untold(goal.failing, lambda env: self.bench.run(program, arguments, env))
        if not untold:
            return Result(goal, State.reached, wanted(goal), "as wanted")
        call, why, printed = untold
        command = " ".join([f"CUDA_EMULATOR=fail={call} scripts/lab run {self.exercise.name}", *arguments])
        return Result(goal, State.missed, wanted(goal), "not as wanted", f"{command}: {why} {goal.because}".strip(), printed)

    def expected_output(self, arguments: list[str]) -> str:
        """What the solution prints; in a handout, which has none, what was written down from it."""
        stored = self.exercise.folder / "outputs.toml"
        if stored.exists():
            outputs = toml.loads(stored.read_text())
            if " ".join(arguments) in outputs:
                return outputs[" ".join(arguments)]
        if not self.exercise.solution.exists():
            raise BadExercise(f"{stored}: what must be printed for '{' '.join(arguments)}' is not there")
        built = self.bench.build(self.exercise, self.exercise.solution)
        if not built.program:
            raise ToolError(f"{self.exercise.name}: the solution does not compile")
        return self.bench.run(built.program, arguments).out

    def judge_counter(self, goal: Goal, program: Path) -> Result:
        ran = self.measured(program, goal.options).result()
        if not ran.data or "counters" not in ran.data:
            if ran.code in (USAGE, BAD_INPUT):
                return Result(goal, State.missed, wanted(goal), "refused", f"The program {how_it_ended(ran)}.", ran.err)
            return Result(goal, State.missed, wanted(goal), "no counters",
                          f"The run that is counted {how_it_ended(ran)}.", ran.err)
        if ran.code != 0:
            return Result(goal, State.missed, wanted(goal), "wrong result",
                          f"The run that is counted {how_it_ended(ran)}.", ran.err + str(ran.data.get("detail", "")))
        try:
            value = self.value(goal, ran.data["counters"])
        except NothingCounted as nothing:
            return Result(goal, State.missed, wanted(goal), "none", str(nothing))
        except LookupError as missing:
            return Result(goal, State.missed, wanted(goal), "no mark", str(missing.args[0]))
        state = State.reached if holds(goal, value) else State.missed
        lines = []
        if state == State.missed and counters.is_of_lines(goal.counter):
            lines = counters.lines_of(ran.data["counters"], goal.counter, goal.kernel)
        return Result(goal, state, wanted(goal), counters.number(value), goal.because, lines=lines)

    def value(self, goal: Goal, data: dict) -> float:
        lines = None
        if goal.at:
            lines = marked_lines(self.source_text, goal.at)
            if not lines:
                raise LookupError(f"No line is marked // at: {goal.at}.{similar_mark(self.source_text, goal.at)} The mark tells which "
                                  "line is counted: put it back.")
        return counters.value(data, goal.counter, goal.kernel, lines, self.source_name, goal.at)

    def judge_time(self, goal: Goal, program: Path) -> Result:
        other = self.bench.build_folder / "bin" / f"{self.exercise.ladder}_{goal.time_of}"
        theirs = self.bench.measure(self.exercise, other, goal.gpu_options)
        ours = self.bench.measure(self.exercise, program, goal.gpu_options)
        if ours.code != 0 or not ours.data or "gpu_seconds" not in ours.data:
            return Result(goal, State.missed, wanted(goal), "wrong", f"The run that is timed {how_it_ended(ours)}.", ours.err)
        if not theirs.data or not theirs.data.get("gpu_seconds"):
            raise ToolError(f"{other.name} was not timed: {theirs.err.strip()}")
        ratio = theirs.data["gpu_seconds"] / ours.data["gpu_seconds"]
        state = State.reached if holds(goal, ratio) else State.missed
        return Result(goal, state, wanted(goal), f"{ratio:.2f}",
                      goal.because or f"{goal.time_of} took {theirs.data['gpu_seconds'] * 1e6:.1f} us, "
                                      f"this {ours.data['gpu_seconds'] * 1e6:.1f} us.")

    # --- predictions

    def judge_answers(self, answers: Path) -> Verdict:
        try:
            given = toml.loads(answers.read_text(encoding="utf-8-sig", errors="replace"))
        except (ValueError, RecursionError) as error:  # TOMLDecodeError, and what Python makes of endless digits and brackets
            results = [Result(goal, State.not_measured) for goal in self.exercise.goals]
            told = f"{answers.name}: {error}\nAn answer is a number, as in {self.exercise.goals[0].name} = 3.5\n"
            return Verdict(results, told, compiled=False)
        if self.bench.backend == "cuda":
            raise ToolError(f"{self.exercise.name} asks for counters, which only the emulator counts: "
                            "build and check it without a GPU (CUDA_LADDERS_BACKEND=emulator)")
        self.source_text, self.source_name = self.exercise.kernel.read_text(), self.exercise.kernel.name
        built = self.bench.build(self.exercise, self.exercise.kernel)
        if not built.program:
            raise ToolError(f"{self.exercise.name}: the given kernel does not compile")
        results = [self.judge_answer(goal, given.get(goal.name, ""), built.program) for goal in self.exercise.goals]
        names = [goal.name for goal in self.exercise.goals]
        return Verdict(results, unknown_answers(answers, given, names) + no_numbers(answers, given, names))

    def judge_answer(self, goal: Goal, answer: object, program: Path) -> Result:
        value = number_of(answer)
        if value is None:
            return Result(goal, State.missed, goal.ask, "no number" if text_of(answer) else "no answer",
                          f"Write a number behind {goal.name} =.")
        truth = self.truth(goal, program)
        right = abs(value - truth) <= goal.within * abs(truth) + 1e-9
        if right:
            return Result(goal, State.reached, goal.ask, counters.number(value), goal.because)
        return Result(goal, State.missed, goal.ask, counters.number(value), "That is not what the emulator counts.")

    def truth(self, goal: Goal, program: Path) -> float:
        """What the emulator says, not shown to the student."""
        options = self.exercise.options if goal.options is None else goal.options
        if not goal.first_of:
            return self.value(goal, self.counted(program, options))
        for candidate in goal.first_of:
            filled = [word.replace("{}", counters.number(candidate)) for word in options]
            if holds(goal, self.value(goal, self.counted(program, filled))):
                return candidate
        raise BadExercise(f"{self.exercise.name}: {goal.name}: no value of first_of fits")

    def counted(self, program: Path, options: list[str]) -> dict:
        ran = self.measured(program, options).result()
        if not ran.data or "counters" not in ran.data:
            raise ToolError(f"{self.exercise.name}: {' '.join(options)}: {how_it_ended(ran)}: {ran.err.strip()}")
        return ran.data["counters"]


def similar_mark(text: str, mark: str) -> str:
    """A sentence on a line whose mark is nearly this one; "" if there is none."""
    found = [(number, re.search(r"//\s*at:\s*(.*?)\s*$", line)) for number, line in enumerate(text.splitlines(), 1)]
    marks = {mark_found[1]: number for number, mark_found in found if mark_found}
    near = difflib.get_close_matches(mark, marks, 1)
    return f" Line {marks[near[0]]} is marked // at: {near[0]}." if near else ""


def text_of(answer: object) -> str:
    try:
        return str(answer).strip()
    except ValueError:  # Python's limit
        return "a number of thousands of digits"


def number_of(answer: object) -> float | None:
    """Of an answer, which may be a text; None: it is no number."""
    value = re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", text_of(answer), re.ASCII | re.IGNORECASE)
    return float(value[0]) if value and math.isfinite(float(value[0])) else None


def place_in(file: Path, name: str) -> str:
    """"line 3: ", where an answer stands."""
    lines = file.read_text(encoding="utf-8-sig", errors="replace").splitlines()
    number = next((i for i, line in enumerate(lines, 1) if re.match(rf"\s*[\"']?{re.escape(name)}\b", line)), 0)
    return f"line {number}: " if number else ""


def unknown_answers(file: Path, given: dict, questions: list[str]) -> str:
    """A line for each name in the file that is no question's."""
    told = []
    for name in given.keys() - set(questions):
        near = difflib.get_close_matches(name, questions, 1)
        told.append(f"{place_in(file, name)}{name} is no question{f'; {near[0]}?' if near else ''}\n")
    return "".join(sorted(told))


def no_numbers(file: Path, given: dict, questions: list[str]) -> str:
    """A line for each answer that is no number, which counts as none."""
    return "".join(f"{place_in(file, name)}{name}: '{text_of(given[name])[:40]}' is no number; write it as in {name} = 3.5\n"
                   for name in questions if text_of(given.get(name, "")) and number_of(given[name]) is None)


def missed_run(goal: Goal, ran: Ran, options: str, output: str) -> Result:
    """The exit code is told only where nothing else is."""
    why = f"the run {'with ' + options if options else 'without options'} {how_it_ended(ran)}"
    if output.strip() and ran.code is not None and ran.code > 0:
        why = "" if options == "--selftest" else f"the run {'with ' + options if options else 'without options'}:"
    return Result(goal, State.missed, wanted(goal), "no end" if ran.code is None else "wrong", why, output)


def refusal(inputs: int) -> str:
    return "An input is refused that must not be:" if inputs == 1 else \
        f"{inputs} inputs are refused that must not be. The first:"
