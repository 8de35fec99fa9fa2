"""What all gradings into one folder have found: a row for each student, a column for each exercise. Nothing is lost by the next one."""
from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path

from ..program import ToolError
from . import outputs
from .students import Student, limited, new_slugs


@dataclass
class Entry:
    """Of one student and one exercise. verdict: None: nothing was handed in. given: the submissions that it was read from; gone: it
    is not there any more."""
    verdict: dict | None
    given: str
    notes: list[str] = field(default_factory=list)
    gone: bool = False


@dataclass
class Row:
    """notes: those that belong to no exercise, by the submissions that they are about."""
    student: str
    slug: str = ""
    notes: dict[str, list[str]] = field(default_factory=dict)
    entries: dict[str, Entry] = field(default_factory=dict)

    def gone_note(self) -> list[str]:
        if not any(entry.gone for entry in self.entries.values()):
            return []
        kept = [name for name, entry in self.entries.items() if entry.gone and entry.verdict]
        return ["no longer among the submissions" + (f": {', '.join(kept)}; the points are from an earlier grading" if kept else "")]

    def as_student(self) -> Student:
        general = self.gone_note() + [note for notes in self.notes.values() for note in notes]
        return Student(self.student, {}, general, {name: entry.notes for name, entry in self.entries.items()}, self.slug)


class Gradebook:
    """A file for each student in `folder`, named as the student's reports are."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.rows: dict[str, Row] = {}
        for file in sorted(folder.glob("*.json")):
            try:
                stored = json.loads(file.read_text())
                entries = {name: Entry(**entry) for name, entry in stored["entries"].items()}
                self.rows[stored["student"]] = Row(stored["student"], file.stem, stored["notes"], entries)
            except (OSError, ValueError, TypeError, KeyError, AttributeError):
                raise ToolError(f"{file}: damaged; move it away, and grade this student's files again") from None

    def exercises(self) -> set[str]:
        return {name for row in self.rows.values() for name in row.entries}

    def enter(self, students: list[Student], grades: outputs.Grades, given: str, are_set: bool = True) -> list[str]:
        """Adds what was handed in last. are_set: also exercises that nobody has handed in are columns. Gives a note for each grade
        that has changed, and for each student who is gone."""
        told = []
        for student in students:
            row = self.rows.setdefault(student.name, Row(student.name))
            row.notes[given] = limited(student.general_notes)
            for name, verdict in grades[student.name].items():
                old = row.entries.get(name)
                entry = Entry(verdict, given, limited(student.notes_of.get(name, [])))
                if not (are_set or old or verdict or entry.notes):
                    continue
                if old and old.verdict and not verdict:  # its points stay
                    entry.verdict, entry.given, entry.gone = old.verdict, old.given, old.given == given and name not in student.files
                elif old and old.verdict and verdict["points"] != old.verdict["points"]:
                    told.append(f"{student.name}: {name}: {outputs.number(verdict['points'])} points, "
                                f"{outputs.number(old.verdict['points'])} before")
                row.entries[name] = entry
        for row in self.rows.values():
            if row.student not in grades:
                for entry in row.entries.values():
                    entry.gone |= entry.given == given
            told += [f"{row.student}: {note}" for note in row.gone_note() if any(e.given == given for e in row.entries.values())]
        slugs = new_slugs((name for name, row in self.rows.items() if not row.slug), (row.slug for row in self.rows.values()))
        for name, slug in slugs.items():
            self.rows[name].slug = slug
        return told

    def save(self) -> None:
        for row in self.rows.values():
            stored = asdict(row)
            del stored["slug"]
            outputs.write(self.folder / f"{row.slug}.json", json.dumps(stored, indent=1) + "\n")

    def write(self, out: Path, course: list[str], timestamp: str) -> None:
        """All tables and reports. course: the exercises in their order."""
        columns = sorted(self.exercises(), key=lambda name: (course.index(name) if name in course else len(course), name))
        students = sorted((row.as_student() for row in self.rows.values()), key=lambda s: os.fsencode(s.name))
        grades = {row.student: {name: entry.verdict if (entry := row.entries.get(name)) else None for name in columns}
                  for row in self.rows.values()}
        for student in students:
            folder, verdicts = out / "students" / student.slug, grades[student.name]
            outputs.write(folder / "results.json", outputs.gradescope(student, columns, verdicts))
            outputs.write(folder / "report.txt", outputs.report(student, columns, verdicts, markdown=False))
            outputs.write(folder / "report.md", outputs.report(student, columns, verdicts, markdown=True))
        outputs.write(out / "junit.xml", outputs.junit(students, columns, grades, timestamp))
        outputs.write(out / "grades.csv", outputs.grades_csv(students, columns, grades))
