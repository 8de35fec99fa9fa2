"""The course in its order, and a page per exercise: never a solution or a planted mistake."""
from __future__ import annotations

from html import escape

from tool.exercise import Exercise
from tool.goals import wanted

from .ladder_page import front, page_of
from .listing import listing
from .repository import ROOT, exercises, topic_of
from .text import Pages, prepared, title, without_title


def page_of_exercise(name: str) -> str:
    return f"lab/{name}/index.md"


def hours(minutes: int) -> str:
    return f"{minutes} minutes" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02} min"


def ladder_link(pages: Pages, page: str, exercise: Exercise) -> str:
    if not exercise.ladder:
        return ""
    topic = topic_of(exercise.ladder)
    ladder = next(one for one in topic.ladders if one.name == exercise.ladder)
    return f"[{ladder.name}]({pages.link(page, page_of(topic, ladder))})"


def before(pages: Pages, page: str, exercise: Exercise) -> str:
    """What to know and to do first."""
    done = [f"[{exercises()[name].title}]({pages.link(page, page_of_exercise(name))})" for name in exercise.after]
    return ", ".join(exercise.know) + ("; first: " + ", ".join(done) if done else "")


def course_entry(pages: Pages, page: str, exercise: Exercise) -> str:
    goals = "; ".join(goal.ask or goal.title for goal in exercise.goals)
    ladder = ladder_link(pages, page, exercise)
    return (f"### [{exercise.title}]({pages.link(page, page_of_exercise(exercise.name))}) {{#{exercise.name}}}\n\n"
            f"{exercise.kind}, {exercise.minutes} minutes{f', on the ladder {ladder}' if ladder else ''}\n{{ .kind }}\n\n"
            f"{exercise.teaches}\n\n"
            f"- **Goals:** {goals}\n- **Know before:** {before(pages, page, exercise)}\n\n")


def write_course(pages: Pages) -> str:
    page, known = "course/index.md", list(exercises().values())
    weeks: dict[int, list[Exercise]] = {}
    for exercise in known:
        weeks.setdefault(exercise.week, []).append(exercise)
    total = sum(exercise.minutes for exercise in known)
    text = [f"# The course\n\n{len(known)} exercises in {len(weeks)} weeks, {hours(total)} of work. Each week's exercises stand in an order in which none "
            f"needs a later one. The [lab]({pages.link(page, 'lab/index.md')}) checks each of them, with a GPU or without.\n\n"
            "| week | exercises | minutes | ladders |\n| --: | --- | --: | --- |\n"]
    for week, group in sorted(weeks.items()):
        ladders = list(dict.fromkeys(ladder_link(pages, page, one) for one in group if one.ladder))
        text.append(f"| [{week}](#week-{week}) | {', '.join(f'[{one.title}](#{one.name})' for one in group)} | "
                    f"{sum(one.minutes for one in group)} | {', '.join(ladders)} |\n")
    for week, group in sorted(weeks.items()):
        text.append(f"\n\n## Week {week}\n\n{len(group)} exercise{'s' if len(group) > 1 else ''}, {hours(sum(one.minutes for one in group))}.\n\n")
        text += [course_entry(pages, page, exercise) for exercise in group]
    pages.texts[page] = "".join(text)
    return page


def goal_table(exercise: Exercise) -> str:
    if exercise.predicts:
        rows = [f"<tr><td>{escape(goal.ask)}</td><td>{goal.points:g}</td></tr>" for goal in exercise.goals]
        head = "<tr><th scope=col>Question</th><th scope=col>Points</th></tr>"
    else:
        rows = [f"<tr><td>{escape(goal.title)}</td><td>{escape(wanted(goal))}</td><td>{goal.points:g}</td></tr>" for goal in exercise.goals]
        head = "<tr><th scope=col>Goal</th><th scope=col>Wanted</th><th scope=col>Points</th></tr>"
    return f"<table><thead>{head}</thead><tbody>{''.join(rows)}</tbody></table>"


def write_exercise(pages: Pages, exercise: Exercise) -> str:
    page, folder = page_of_exercise(exercise.name), exercise.folder.relative_to(ROOT).as_posix()
    task = prepared((exercise.folder / "task.md").read_text())
    ladder = ladder_link(pages, page, exercise)
    shown = [exercise.kernel, exercise.start] if exercise.predicts else [exercise.start]
    sources = "".join(
        f"\n\n### {file.name}\n" + pages.fragment(listing(file.read_text(), file.name, file.stem + file.suffix[1:], {},
                                                        "toml" if file.suffix == ".toml" else "cuda")) for file in shown)
    heading = title(task).replace('"', "'")
    pages.texts[page] = (
        front(heading, exercise.teaches.replace('"', "'")) + f"# {heading}\n\n"
        f"{exercise.kind}, {exercise.minutes} minutes, [week {exercise.week}]({pages.link(page, f'course/index.md#{exercise.name}')})"
        f"{f', on the ladder {ladder}' if ladder else ''}\n{{ .kind }}\n\n**Know before:** {before(pages, page, exercise)}\n\n"
        + f"```sh\nscripts/lab start {exercise.name}\n```\n\n"
        + pages.rewritten(without_title(task), page, folder)
        + "\n\n## Goals\n" + pages.fragment(goal_table(exercise))
        + "\n\n## Where you start\n" + sources)
    return page


def write_exercises(pages: Pages) -> list:
    """Gives their place in the navigation, by week."""
    entries: dict[int, list] = {}
    for exercise in exercises().values():
        entries.setdefault(exercise.week, []).append({exercise.title: write_exercise(pages, exercise)})
    return [{f"Week {week}": pages_of_week} for week, pages_of_week in sorted(entries.items())]
