"""What came of judging a file: for each goal whether it is reached, and the points."""
from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from . import counters
from .exercise import POINTS, Goal


class State(Enum):
    reached = "reached"
    missed = "missed"
    not_measured = "not measured"  # something before it failed
    left_out = "left out"          # this machine cannot measure it


@dataclass
class Result:
    goal: Goal
    state: State
    wanted: str = ""
    got: str = ""
    why: str = ""                               # what to say about a goal that was missed
    output: str = ""                            # what the program printed about it
    lines: list[counters.Line] = field(default_factory=list)  # where a counter comes from


@dataclass
class Verdict:
    results: list[Result]
    messages: str = ""       # of the compiler
    compiled: bool = True
    program: Path | None = None  # that was judged
    data: dict | None = None  # what the plain run counted

    @property
    def points(self) -> float:
        """Of 10. Goals that this machine cannot measure give none, and the others count for more."""
        measurable = sum(r.goal.points for r in self.results if r.state != State.left_out)
        return round(sum(map(self.earned, self.results)) / measurable * POINTS, 2) if measurable else 0

    def earned(self, result: Result) -> float:
        """The points of a goal. What the start file does already gives some only beside something that it does not."""
        return result.goal.points if result.state == State.reached and (self.is_begun or not result.goal.kept) else 0

    @property
    def is_begun(self) -> bool:
        """Whether a goal is reached that the start file does not reach."""
        return any(r.state == State.reached and not r.goal.kept for r in self.results)

    @property
    def is_measurable(self) -> bool:
        """Whether this machine can measure any of the goals that the start file does not reach."""
        return any(r.state != State.left_out and not r.goal.kept for r in self.results)

    @property
    def nothing_missed(self) -> bool:
        return self.compiled and all(r.state in (State.reached, State.left_out) for r in self.results)

    @property
    def all_reached(self) -> bool:
        return self.nothing_missed and self.is_measurable

    @property
    def first_missed(self) -> Result | None:
        return next((r for r in self.results if r.state == State.missed), None)
