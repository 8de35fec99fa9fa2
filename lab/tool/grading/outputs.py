"""Grades in the forms that lecturers and their systems read: CSV, Gradescope's results.json, JUnit XML, reports."""
from __future__ import annotations

import csv
import io
import json
import os
import re
from pathlib import Path
from xml.etree import ElementTree

from ..exercise import POINTS
from .students import Student, printable

# A verdict, as it is stored: {"points", "compiled", "messages", "goals": [{"title", "points", "most", "state", "wanted",
# "got", "why", "output"}]}; None: nothing was handed in.
Grades = dict[str, dict[str, dict | None]]  # by the students' names, then by the exercises'


def write(path: Path, text: str) -> None:
    """At once or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    new.write_text(text, encoding="utf-8", errors="backslashreplace")
    os.replace(new, path)


def number(points: float) -> float | int:
    return int(points) if points == int(points) else round(points, 2)


def points_of(verdict: dict | None) -> float:
    return verdict["points"] if verdict else 0


def total_of(verdicts: dict[str, dict | None]) -> float | int:
    return number(sum(points_of(v) for v in verdicts.values()))


def grades_csv(students: list[Student], exercises: list[str], grades: Grades) -> str:
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["student", *exercises, "points", "of", "notes"])
    for student in students:
        verdicts = grades[student.name]
        cells = ["" if verdicts[name] is None else number(points_of(verdicts[name])) for name in exercises]
        rows.writerow([cell(student.name), *cells, total_of(verdicts), POINTS * len(exercises),
                       cell("; ".join(student.notes))])
    return text.getvalue()


def cell(text: str) -> str:
    """A spreadsheet takes what begins like this for a formula."""
    text = printable(text)
    return "'" + text if text[:1] in tuple("=+-@\t") else text


def goal_text(goal: dict) -> str:
    """Why a goal was missed."""
    lines = [f"wanted: {goal['wanted']}; got: {goal['got']}" if goal["got"] else "", goal["why"], goal["output"]]
    return "\n".join(line.rstrip() for line in lines if line.strip())


def no_goals(verdict: dict | None) -> str:
    return "nothing was handed in" if verdict is None else "the file does not compile, or is refused:\n" + verdict["messages"]


def gradescope(student: Student, exercises: list[str], verdicts: dict[str, dict | None]) -> str:
    """As Gradescope's autograder specification has it: a test for each goal."""
    tests = []
    for exercise in exercises:
        verdict = verdicts[exercise]
        if verdict is None or not verdict["compiled"]:
            tests.append({"name": exercise, "score": 0, "max_score": POINTS, "status": "failed", "output": no_goals(verdict)})
            continue
        for goal in verdict["goals"]:
            passed = goal["state"] == "reached"
            tests.append({"name": f"{exercise}: {goal['title']}", "score": number(goal["points"]),
                          "max_score": number(goal["most"]), "status": "passed" if passed else "failed",
                          "output": "" if passed else goal_text(goal) or goal["state"]})
    for i, test in enumerate(tests, 1):
        test["number"] = str(i)
    data = {"score": total_of(verdicts), "output": "\n".join(printable(note) for note in student.notes), "visibility": "visible",
            "tests": tests, "extra_data": {"student": printable(student.name), "max_score": POINTS * len(exercises)}}
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def junit(students: list[Student], exercises: list[str], grades: Grades, timestamp: str) -> str:
    """By the schema of Ant's JUnit task: a suite for each student, a case for each goal."""
    root = ElementTree.Element("testsuites")
    for i, student in enumerate(students):
        cases = [case for name in exercises for case in junit_cases(name, grades[student.name][name])]
        failures = sum(1 for case in cases if case.find("failure") is not None)
        suite = ElementTree.SubElement(root, "testsuite", {
            "package": "lab", "id": str(i), "name": printable(student.name), "timestamp": timestamp, "hostname": "localhost",
            "tests": str(len(cases)), "failures": str(failures), "errors": "0", "time": "0"})
        ElementTree.SubElement(suite, "properties")
        suite.extend(cases)
        ElementTree.SubElement(suite, "system-out").text = xml_text("\n".join(map(printable, student.notes)))
        ElementTree.SubElement(suite, "system-err")
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def junit_cases(exercise: str, verdict: dict | None) -> list[ElementTree.Element]:
    if verdict is None or not verdict["compiled"]:
        return [junit_case(exercise, "compiles", "nothing was handed in" if verdict is None else "does not compile",
                           no_goals(verdict))]
    return [junit_case(exercise, g["title"], "" if g["state"] == "reached" else f"{g['state']}: {g['got']}", goal_text(g))
            for g in verdict["goals"]]


def junit_case(classname: str, name: str, failure: str, text: str) -> ElementTree.Element:
    case = ElementTree.Element("testcase", {"classname": classname, "name": xml_text(name), "time": "0"})
    if failure:
        ElementTree.SubElement(case, "failure", {"type": "goal", "message": xml_text(failure)}).text = xml_text(text)
    return case


def xml_text(text: str) -> str:
    """Without the characters that XML cannot hold."""
    return re.sub("[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\U00010000-\U0010FFFF]", "?", text)


def report(student: Student, exercises: list[str], verdicts: dict[str, dict | None], markdown: bool) -> str:
    """What the student gets to read."""
    def heading(level: int, text: str) -> list[str]:
        return [f"{'#' * level} {text}", ""] if markdown else [text, ("=" if level == 1 else "-") * len(text)]

    def block(text: str) -> list[str]:
        lines = ["    " + line for line in text.rstrip().splitlines()]
        return [""] + lines + [""] if markdown else lines

    def line(text: str) -> str:
        return re.sub(r"([\\`*_{}\[\]<>#|!&~])", r"\\\1", printable(text)) if markdown else printable(text)

    lines = heading(1, f"{line(student.name)}: {total_of(verdicts)} of {POINTS * len(exercises)} points")
    lines += [f"- {line(note)}" for note in student.notes]
    for exercise in exercises:
        verdict = verdicts[exercise]
        lines += [""] + heading(2, f"{exercise}: {number(points_of(verdict))} of {POINTS}")
        if verdict is None or not verdict["compiled"]:
            lines += block(no_goals(verdict))
            continue
        for goal in verdict["goals"]:
            lines.append(f"- {goal['title']}: {number(goal['points'])} of {number(goal['most'])} ({goal['state']})")
            if goal["state"] == "missed" and goal_text(goal):
                lines += block(goal_text(goal))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)) + "\n"
