"""What the repository holds: ladders and their versions, measured figures, exercises."""
from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from tool import exercise as lab_exercise, ladders
from tool.program import ToolError

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Version:
    """One rung. name: "v3", or "lib" for the library's row."""
    ladder: str
    name: str
    file: Path
    idea: str


@dataclass
class Ladder:
    name: str                 # as the program is called: "reduce"
    folder: Path
    versions: list[Version]   # the library is the last one, where there is one


@dataclass
class Topic:
    """A folder with one ladder or several, and a README, unless it is new."""
    folder: Path
    ladders: list[Ladder] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def story(self) -> str:
        """The README's text."""
        readme = self.folder / "README.md"
        return readme.read_text() if readme.exists() else f"# {self.name}\n"


def read_version(ladder: str, file: Path) -> Version:
    registered = re.search(r'LADDER_VERSION\(\s*\w+\s*,\s*(\w+)\s*,\s*"([^"]*)"', file.read_text())
    if not registered:
        raise ToolError(f"{file}: registers no version (LADDER_VERSION)")
    name = "lib" if registered[1] == "kLibrary" else f"v{registered[1]}"
    return Version(ladder, name, file, registered[2])


@cache
def topics() -> list[Topic]:
    """In the order of the table in the README; what is not there comes last."""
    row = re.compile(r"^\| (`.*)\| \[(\w+)/\]\(\2/\) \|$", re.M)
    named = {name: re.findall(r"`(\w+)`", words) for words, name in row.findall((ROOT / "README.md").read_text())}
    for one in ladders.in_project(ROOT).values():
        named.setdefault(one.folder.relative_to(ROOT).parts[0], [])
    result = []
    for name, order in named.items():
        found = sorted(ladders.in_folder(ROOT / name), key=lambda one: order.index(one.name) if one.name in order else len(order))
        result.append(Topic(ROOT / name, [Ladder(one.name, one.folder, [read_version(one.name, file) for file in one.files])
                                          for one in found]))
    return result


def topic_of(ladder: str) -> Topic:
    return next(topic for topic in topics() if any(one.name == ladder for one in topic.ladders))


@cache
def exercises() -> dict[str, lab_exercise.Exercise]:
    return lab_exercise.read_all(ROOT / "lab" / "exercises")


@dataclass(frozen=True)
class Machine:
    """A folder of measured figures. measured_here: scripts/site --run has just written it."""
    folder: Path
    measured_here: bool = False

    @property
    def name(self) -> str:
        return self.folder.name

    def runs(self) -> list[Path]:
        return sorted(self.folder.glob("*.json"))

    def run(self, name: str) -> dict | None:
        """The figures that scripts/measure left under this name."""
        file = self.folder / f"{name}.json"
        return read_json(file) if file.exists() else None

    @property
    def emulated(self) -> bool:
        return any(read_json(file).get("backend") == "emulator" for file in self.runs()[:1])

    @property
    def title(self) -> str:
        words = "CUDA emulator" if self.emulated else read_json(self.runs()[0])["device"]["name"]
        return f"{words}, measured here" if self.measured_here else words


@cache
def read_json(file: Path) -> dict:
    return json.loads(file.read_text())


@cache
def machines(here: Path | None = None) -> list[Machine]:
    """GPUs first, then the emulator. here: a folder that scripts/site --run has written."""
    found = [Machine(folder) for folder in sorted((ROOT / "results").iterdir())
             if folder.is_dir() and any("versions" in read_json(file) for file in folder.glob("*.json"))]
    found.sort(key=lambda machine: (machine.emulated, machine.name))
    return ([Machine(here, True)] if here and any(here.glob("*.json")) else []) + found
