"""An exercise as lab/exercises/<name>/ describes it: exercise.toml, and wrong.toml where it is there."""
from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable

from . import toml

KINDS = ("write", "repair", "speed up", "predict", "plain CUDA")
POINTS = 10  # of each exercise

# The keys of exercise.toml, its tables and wrong.toml: those that are needed, and further ones. Anything else is a slip of the pen.
# lab/README.md explains them.
COUNTED = {"at", "kernel", "least", "most", "equals", "because", "options"}
KEYS = {
    "exercise.toml": ({"title", "kind", "week", "minutes", "know", "after", "teaches", "hints"},
                      {"ladder", "version", "options", "gpus", "goals", "questions"}),
    "[[goals]]": ({"title", "points"}, {"kept", "is", "counter", "time_of", "gpu_options", "prints", "failing", "arguments"} | COUNTED),
    "[[questions]]": ({"name", "ask", "points", "counter"}, {"within", "first_of"} | COUNTED),
    "[[hints]]": ({"text"}, set()),
    "wrong.toml": ({"wrong"}, set()),
    "[[wrong]]": ({"name", "edits", "fails"}, {"says"}),
}
LEAST_HINTS, LEAST_WRONG = 3, 2

# What each key's value is.
NUMBER, LIST, TABLES = "a number", "a list of texts", "a list of tables"
VALUES = dict.fromkeys(("week", "minutes", "version", "gpus"), "a whole number") | dict.fromkeys(
    ("points", "least", "most", "equals", "within"), NUMBER) | dict.fromkeys(
    ("know", "after", "options", "arguments", "gpu_options", "failing"), LIST) | dict.fromkeys(
    ("goals", "questions", "hints", "wrong"), TABLES) | {
        "kept": "true or false", "edits": "a list of pairs of texts", "first_of": "a list of numbers"}
IS_VALUE = {
    "a text": lambda v: isinstance(v, str),
    "a whole number": lambda v: type(v) is int,
    NUMBER: lambda v: type(v) in (int, float),
    "true or false": lambda v: isinstance(v, bool),
    LIST: lambda v: isinstance(v, list) and all(isinstance(each, str) for each in v),
    "a list of numbers": lambda v: isinstance(v, list) and all(type(each) in (int, float) for each in v),
    TABLES: lambda v: isinstance(v, list) and all(isinstance(each, dict) for each in v),
    "a list of pairs of texts": lambda v: isinstance(v, list) and all(IS_VALUE[LIST](each) and len(each) == 2 for each in v),
}

FAILING_CALL = re.compile(r"(allocation|copy|fill|launch|kernel):[1-9]\d*")  # as CUDA_EMULATOR=fail=... takes it


class BadExercise(Exception):
    """The exercise's own files are wrong. The text names the file and what is wrong."""


@dataclass
class Goal:
    """A goal, or a question of an exercise of kind `predict` (then `name`, `ask`, `within` and `first_of` are set)."""
    title: str
    points: float
    kept: bool = False          # the start file reaches it already
    is_right: bool = False      # the result is right on all inputs
    prints: bool = False        # prints what the solution prints
    failing: list[str] = field(default_factory=list)  # "copy:2": the program says so if its second copy fails
    counter: str = ""
    at: str = ""                # only lines that are marked `// at: <at>`
    kernel: str = ""
    least: float | None = None
    most: float | None = None
    equals: float | None = None
    because: str = ""
    options: list[str] | None = None
    time_of: str = ""           # a version of the ladder: its time over the student's
    gpu_options: list[str] = field(default_factory=list)
    name: str = ""
    ask: str = ""
    within: float = 0.0
    first_of: list[float] = field(default_factory=list)


@dataclass
class Wrong:
    """A planted wrong variant of the solution, the goal that must be the first to fail, and words that must be said."""
    name: str
    edits: list[tuple[str, str]]
    fails: str
    says: str = ""


@dataclass
class Exercise:
    name: str
    folder: Path
    title: str
    kind: str
    week: int
    minutes: int
    know: list[str]
    after: list[str]
    teaches: str
    goals: list[Goal]
    hints: list[str]
    ladder: str = ""      # "" for plain CUDA
    version: int = 0
    options: list[str] = field(default_factory=list)
    gpus: int = 1         # that the emulator has

    @property
    def predicts(self) -> bool:
        return self.kind == "predict"

    @property
    def answer_suffix(self) -> str:
        """Of the file that the student hands in."""
        return ".toml" if self.predicts else ".cu"

    @property
    def answer_name(self) -> str:
        return self.name + self.answer_suffix

    @property
    def start(self) -> Path:
        return self.folder / ("start" + self.answer_suffix)

    @property
    def kernel(self) -> Path:
        """Of kind `predict`: the program that the questions are about."""
        return self.folder / "start.cu"

    @property
    def solution(self) -> Path:
        return self.folder / ("solution" + self.answer_suffix)

    @property
    def program(self) -> str:
        """The ladder's program whose place the student's takes."""
        return f"{self.ladder}_v{self.version}"

    def wrongs(self) -> list[Wrong]:
        path = self.folder / "wrong.toml"
        if not path.exists():
            return []
        table = read_toml(path)
        require_keys(path, table, "wrong.toml")
        result = []
        for entry in table["wrong"]:
            require_keys(path, entry, "[[wrong]]")
            result.append(Wrong(entry["name"], [tuple(e) for e in entry["edits"]], entry["fails"], entry.get("says", "")))
        return result


def read_toml(path: Path) -> dict:
    try:
        return toml.loads(path.read_text())
    except (OSError, UnicodeDecodeError, toml.TOMLDecodeError) as error:
        raise BadExercise(f"{path}: {error}") from None


def require_keys(path: Path, table: dict, kind: str) -> None:
    """kind: of KEYS."""
    needed, further = KEYS[kind]
    if unknown := table.keys() - needed - further:
        raise BadExercise(f"{path}: unknown: {', '.join(sorted(unknown))}")
    if missing := needed - table.keys():
        raise BadExercise(f"{path}: missing: {', '.join(sorted(missing))}")
    for key, value in table.items():
        wanted = VALUES.get(key, "a text")
        if not IS_VALUE[wanted](value):
            raise BadExercise(f"{path}: {key} = {value!r}: it must be {wanted}")


def read_goal(path: Path, table: dict, asks: bool) -> Goal:
    require_keys(path, table, "[[questions]]" if asks else "[[goals]]")
    goal = Goal(title=table.get("title", table.get("name", "")), points=table["points"], is_right=table.get("is") == "right",
                prints="prints" in table, options=table.get("options", table.get("arguments")))
    for key in ("kept", "failing", "counter", "at", "kernel", "least", "most", "equals", "because", "time_of", "gpu_options",
                "name", "ask", "within", "first_of"):
        if key in table:
            setattr(goal, key, table[key])
    forms = [goal.is_right, goal.prints, bool(goal.failing), bool(goal.counter), bool(goal.time_of)]
    if not all(FAILING_CALL.fullmatch(call) for call in goal.failing):
        raise BadExercise(f"{path}: '{goal.title}': failing must be a list of calls like \"copy:2\"")
    if sum(forms) != 1:
        raise BadExercise(f"{path}: '{goal.title}' must have one of is, prints, failing, counter and time_of")
    bounded = any(limit is not None for limit in (goal.least, goal.most, goal.equals))
    if (goal.time_of or (goal.counter and (not asks or goal.first_of))) and not bounded:
        raise BadExercise(f"{path}: '{goal.title}' has no least, most or equals")
    return goal


def read_exercise(folder: Path) -> Exercise:
    """Throws BadExercise if a file is missing or says what cannot be."""
    path = folder / "exercise.toml"
    table = read_toml(path)
    require_keys(path, table, "exercise.toml")
    if table["kind"] not in KINDS:
        raise BadExercise(f"{path}: kind '{table['kind']}' is none of {', '.join(KINDS)}")
    for hint in table["hints"]:
        require_keys(path, hint, "[[hints]]")
    asks = table["kind"] == "predict"
    goals = [read_goal(path, goal, asks) for goal in table.get("questions" if asks else "goals", [])]
    exercise = Exercise(name=folder.name, folder=folder, goals=goals, hints=[h["text"].strip() for h in table["hints"]],
                        **{key: table[key] for key in ("title", "kind", "week", "minutes", "know", "after", "teaches")},
                        **{key: table[key] for key in ("ladder", "version", "options", "gpus") if key in table})
    if bool(exercise.ladder) != (exercise.kind != "plain CUDA") or bool(exercise.ladder) != bool(exercise.version):
        raise BadExercise(f"{path}: all kinds but 'plain CUDA' have a ladder and a version")
    if exercise.ladder and any(goal.failing for goal in goals):
        raise BadExercise(f"{path}: only a 'plain CUDA' exercise has goals with failing")
    if sum(goal.points for goal in goals) != POINTS:
        raise BadExercise(f"{path}: the points add up to {sum(g.points for g in goals)}, not {POINTS}")
    if all(goal.kept for goal in goals):
        raise BadExercise(f"{path}: the start file reaches all goals")
    if len(exercise.hints) < LEAST_HINTS:
        raise BadExercise(f"{path}: {len(exercise.hints)} hints; there must be {LEAST_HINTS} or more")
    needed = [exercise.start, folder / "task.md"] + ([exercise.kernel] if asks else [])
    for file in needed:
        if not file.is_file():
            raise BadExercise(f"{file}: missing")
    return exercise


def read_all(folder: Path, leave_out: Callable[[str, BadExercise], None] | None = None) -> dict[str, Exercise]:
    """All exercises, in the course's order: by week, and within a week those first that others need. leave_out is told the name of
    an exercise whose files are wrong; without it, the first such one throws."""
    found: dict[str, Exercise] = {}
    ordered: dict[str, Exercise] = {}

    def add(exercise: Exercise, path: tuple[str, ...]) -> None:
        if exercise.name in path:
            raise BadExercise(f"{exercise.folder / 'exercise.toml'}: after: {' -> '.join(path)} is a circle")
        for name in found.keys() & set(exercise.after):
            add(found[name], path + (exercise.name,))
        ordered.setdefault(exercise.name, exercise)

    def attempt(name: str, work: Callable[[], None]) -> None:
        try:
            work()
        except BadExercise as fault:
            if not leave_out:
                raise
            found.pop(name, None)
            leave_out(name, fault)

    for file in sorted(folder.glob("*/exercise.toml")):
        attempt(file.parent.name, lambda: found.update({file.parent.name: read_exercise(file.parent)}))
    for exercise in sorted(found.values(), key=lambda e: (e.week, e.name)):
        attempt(exercise.name, lambda: add(exercise, ()))
    return ordered


def marked_lines(text: str, mark: str) -> set[int]:
    """The numbers of the lines that end with the comment `// at: <mark>`."""
    wanted = re.compile(rf"//\s*at:\s*{re.escape(mark)}\s*$")
    return {number for number, line in enumerate(text.splitlines(), 1) if wanted.search(line)}


def numbered(ladder: str, version: int, name: str, folder: Path) -> Exercise:
    """How a version is built, in the form of an exercise without goals."""
    return Exercise(name=name, folder=folder, title=name, kind="write", week=0, minutes=0, know=[], after=[], teaches="",
                    goals=[], hints=[], ladder=ladder, version=version)
