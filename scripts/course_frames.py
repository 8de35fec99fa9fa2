#!/usr/bin/env python3
"""Writes each topic's course frame (goals, prerequisites, time, exercises,
related rungs) into its README.

A frame stands between two markers, below the README's title. What a person
decides is in <topic>/course.toml: goals and know (lists of words), minutes (for
reading and running the ladder), [[related]] (a rung of another folder, and
why), and exercises (those that belong to no ladder, but are done here). The
exercises of the ladders, their minutes and weeks are those of lab/exercises.
"""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "lab"))
from tool import arguments, ladders, toml  # noqa: E402
from tool.exercise import Exercise, read_all  # noqa: E402

BEGIN = "<!-- course frame: course.toml -->\n"
END = "<!-- end of course frame -->\n"
KEYS = {"goals", "know", "minutes", "exercises", "related"}


class Bad(Exception):
    """course.toml is wrong: the text says where and how."""


def ladders_of(folder: pathlib.Path) -> list[str]:
    return [ladder.name for ladder in ladders.in_folder(folder)]


def sources() -> dict[str, pathlib.Path]:
    """Each version's file: hist_v4 -> histogram/v4_shared.cu."""
    return {f"{ladder.name}_v{number}": file for ladder in ladders.in_project(ROOT).values()
            for number, file in ladder.versions.items()}


def read(folder: pathlib.Path) -> dict:
    data = toml.loads((folder / "course.toml").read_text())
    if wrong := (set(data) ^ KEYS) - {"exercises"}:
        raise Bad(f"{folder.name}/course.toml: unknown or missing: {', '.join(sorted(wrong))}")
    return data


def exercises_of(folder: pathlib.Path, data: dict, exercises: dict[str, Exercise]) -> list[Exercise]:
    """In the order of the course."""
    names = ladders_of(folder)
    for name in data.get("exercises", []):
        if name not in exercises:
            raise Bad(f"{folder.name}/course.toml: there is no exercise {name}")
    return [e for e in exercises.values() if e.ladder in names or e.name in data.get("exercises", [])]


def hours(minutes: int) -> str:
    if minutes < 60:
        return f"{minutes} minutes"
    return f"{minutes // 60} h" + (f" {minutes % 60} min" if minutes % 60 else "")


def weeks_of(exercises: list[Exercise]) -> str:
    weeks = sorted({exercise.week for exercise in exercises})
    return f"week {weeks[0]}" if len(weeks) == 1 else f"weeks {', '.join(map(str, weeks[:-1]))} and {weeks[-1]}"


def related(folder: pathlib.Path, data: dict, files: dict[str, pathlib.Path]) -> str:
    rungs = []
    for entry in data["related"]:
        file = files.get(entry["rung"])
        if not file or folder in file.parents:
            raise Bad(f"{folder.name}/course.toml: {entry['rung']} is no version of another folder's ladder")
        rungs.append(f"    - [`{entry['rung']}`](../{file.relative_to(ROOT).as_posix()}): {entry['why']}\n")
    return "".join(rungs)


def code(word: str) -> str:
    """In Markdown, two underscores would begin bold text."""
    return f"`{word}`" if word.startswith("__") else word


def frame(folder: pathlib.Path, exercises: dict[str, Exercise], files: dict[str, pathlib.Path]) -> str:
    data = read(folder)
    todo = exercises_of(folder, data, exercises)
    links = ", ".join(f"[`{e.name}`](../lab/exercises/{e.name}/task.md) ({e.kind}, {e.minutes} min)" for e in todo)
    return ("**In the course**\n\n- Goals. After this you can\n" + "".join(f"    - {goal}\n" for goal in data["goals"]) +
            f"- Know before: {', '.join(code(word) for word in data['know'])}.\n" +
            (f"- Time: about {hours(data['minutes'])} to read and run it, {hours(sum(e.minutes for e in todo))} for its exercises, in "
             f"{weeks_of(todo)} of [the course](../lab/README.md#the-course).\n"
             f"- After this, do: {links}.\n" if todo else
             f"- Time: about {hours(data['minutes'])} to read and run it, after [the course](../lab/README.md#the-course).\n") +
            f"- Related rungs of other ladders:\n{related(folder, data, files)}")


def with_frame(text: str, new: str) -> str:
    """The README's text with the frame; a README without one gets it below its title."""
    if BEGIN not in text:
        title, _, rest = text.partition("\n\n")
        text = f"{title}\n\n{BEGIN}{END}\n{rest}"
    before, _, rest = text.partition(BEGIN)
    return before + BEGIN + new + END + rest.partition(END)[2]


def topics() -> list[pathlib.Path]:
    return sorted(path.parent for path in ROOT.glob("*/course.toml"))


def main() -> None:
    parser = arguments.of_script("course_frames.py", __doc__)
    parser.add_argument("--check", action="store_true", help="exit with 1 if a frame is not what its data say; write nothing")
    check = parser.parse_args().check
    exercises, files, stale = read_all(ROOT / "lab" / "exercises"), sources(), []
    try:
        for folder in topics():
            readme = folder / "README.md"
            old = readme.read_text()
            new = with_frame(old, frame(folder, exercises, files))
            if new != old:
                stale.append(readme.relative_to(ROOT).as_posix())
                if not check:
                    readme.write_text(new)
    except Bad as wrong:
        sys.exit(f"scripts/course_frames.py: {wrong}")
    if check and stale:
        sys.exit(f"Course frames: not what course.toml and lab/exercises say, run scripts/course_frames.py: {', '.join(stale)}")
    print("Course frames: ok" if check else f"Course frames: {', '.join(stale) or 'nothing to change'}")


if __name__ == "__main__":
    main()
