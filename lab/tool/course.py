"""Writes the course, a table of all exercises in their order, into lab/README.md.

python3 -m tool.course [--check]     (with lab/ in PYTHONPATH)
"""
import sys
from pathlib import Path

from .exercise import Exercise, read_all

BEGIN, END = "<!-- course: written by lab/tool/course.py -->\n", "<!-- end of course -->\n"


def row(exercise: Exercise, week: int) -> str:
    before = ", ".join(f"`{name}`" for name in exercise.after)
    know = ", ".join(exercise.know)
    return (f"| {exercise.week if exercise.week != week else ''} | [`{exercise.name}`](exercises/{exercise.name}/task.md) | {exercise.kind} "
            f"| {exercise.minutes} | {exercise.teaches} | {know}{'; ' if know and before else ''}{before} |")


def course(exercises: list[Exercise]) -> str:
    lines = ["| week | exercise | kind | minutes | it teaches | know, and do before |", "| --: | --- | --- | --: | --- | --- |"]
    week = 0
    for exercise in exercises:
        lines.append(row(exercise, week))
        week = exercise.week
    minutes = sum(exercise.minutes for exercise in exercises)
    lines += ["", f"{len(exercises)} exercises, {minutes // 60} hours and {minutes % 60} minutes."]
    return "\n".join(lines) + "\n"


def main() -> int:
    folder = Path(__file__).resolve().parents[1]
    readme = folder / "README.md"
    text = readme.read_text()
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    new = before + BEGIN + course(list(read_all(folder / "exercises").values())) + END + after
    if new == text:
        return 0
    if "--check" in sys.argv[1:]:
        print("lab/README.md: the course is not that of lab/exercises: PYTHONPATH=lab python3 -m tool.course", file=sys.stderr)
        return 1
    readme.write_text(new)
    return 0


if __name__ == "__main__":
    sys.exit(main())
