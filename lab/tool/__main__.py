"""scripts/lab: exercises, checks, hints, grades."""
from __future__ import annotations

import argparse
import difflib
import os
import re
import signal
import sys
from pathlib import Path
from typing import Callable, NoReturn

from . import lecturer, student
from .arguments import Arguments
from .exercise import BadExercise
from .lab import ALL_POINTS, BROKEN, USAGE, Lab, UsageError, printable
from .program import ToolError


class Parser(Arguments):
    """Says which command may have been meant."""

    def error(self, message: str) -> NoReturn:
        if wrong := re.match(r"argument COMMAND: invalid choice: '(.*?)' \(choose from (.*)\)", message):
            alike = difflib.get_close_matches(wrong[1], re.findall(r"[\w-]+", wrong[2]), 2)
            self.exit(USAGE, f"scripts/lab: there is no command '{printable(wrong[1])}'; "
                      + (f"did you mean {' or '.join(alike)}?\n" if alike else "scripts/lab --help lists them\n"))
        super().error(message)


def parser() -> argparse.ArgumentParser:
    main = Parser(prog="scripts/lab", description="Exercises: change a kernel until it is right and fast. "
                                   "Without NAME a command means the exercise that you worked on last.")
    main.add_argument("--work", metavar="FOLDER", default=os.environ.get("LAB_WORK"),
                      help="where your files are (default: work/ in the project, or $LAB_WORK)")
    commands = main.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, does: Callable[[Lab, argparse.Namespace], int], text: str,
                takes_name: bool = True) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(does=does)
        if takes_name:
            sub.add_argument("name", nargs=None if name == "start" else "?", metavar="NAME", help="an exercise")
        return sub

    sub = command("list", student.list_exercises, "what there is, and what you have done", takes_name=False)
    sub.add_argument("--ladder", help="only the exercises of this ladder")
    sub.add_argument("--kind", help="only those of this kind: write, repair, 'speed up', predict, 'plain CUDA'")
    command("start", student.start, "copy an exercise's start file into your work folder, never over an older one")
    command("check", student.check, "build your file, test it, and measure the goals")
    command("watch", student.watch_saves, "check now, and each time you save")
    sub = command("hint", student.hint, "one hint more")
    sub.add_argument("--again", action="store_true", help="show those that you have seen")
    command("explain", student.explain, "say why your kernel is slow, and by how much")
    command("run", student.run, "build your file and run it, with options").add_argument(
        "options", nargs=argparse.REMAINDER, metavar="OPTION", help="options of the program, as in -n 4096")
    sub = command("compare", student.compare_two, "two versions or files: sources, counters and times side by side",
                  takes_name=False)
    sub.add_argument("a", nargs="?", metavar="A", help="a version (reduce_v3), an exercise (your file), or a file")
    sub.add_argument("b", nargs="?", metavar="B")
    sub.add_argument("options", nargs=argparse.REMAINDER, metavar="OPTION", help="options of the programs, as in -n 4096")
    command("solution", student.solution, "our solution, when yours is done").add_argument(
        "--give-up", action="store_true", help="show it although yours is not done")
    sub = command("grade", lecturer.grade_all, "judge what students have handed in, in a sandbox", takes_name=False)
    sub.add_argument("submissions", metavar="SUBMISSIONS", help="a folder with a folder, an archive or a file for each "
                     "student, or Moodle's archive of a class")
    sub.add_argument("--out", metavar="FOLDER", required=True, help="where the grades go. They add up there, exercise by "
                     "exercise; what is judged already is not judged again")
    sub.add_argument("--exercises", nargs="+", metavar="NAME", default=[], help="which were set (default: all that somebody hands in)")
    sub.add_argument("--jobs", type=int, default=0, metavar="N", help="how many are judged at the same time (default: the cores)")
    sub.add_argument("--secret", help="decides the inputs; the same secret gives the same grades (default: drawn, and kept in "
                     "FOLDER/secret)")
    sub.add_argument("--unsafe", action="store_true", help="without a sandbox: only for sources that you have read")
    sub = command("handout", lecturer.hand_out, "make a copy of the project for students, without the solutions", takes_name=False)
    sub.add_argument("--out", metavar="FOLDER|FILE.tar.gz", required=True)
    sub = command("self-check", lecturer.self_check, "prove that each exercise does what it promises", takes_name=False)
    sub.add_argument("names", nargs="*", metavar="NAME")
    return main


def main() -> int:
    root = Path(__file__).resolve().parents[2]
    arguments = parser().parse_args()
    for ending in (signal.SIGTERM, signal.SIGHUP):  # as Ctrl-C: what runs is ended, and nothing is left behind
        if signal.getsignal(ending) != signal.SIG_IGN:  # nohup's
            signal.signal(ending, signal.default_int_handler)
    try:
        lab = Lab(root, Path(arguments.work) if arguments.work else root / "work")
        return arguments.does(lab, arguments)
    except UsageError as error:
        print(f"scripts/lab: {error}", file=sys.stderr)
        return USAGE
    except (BadExercise, ToolError, OSError) as error:
        print(f"scripts/lab: {error}", file=sys.stderr)
        return BROKEN
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return ALL_POINTS if arguments.command == "watch" else 130


if __name__ == "__main__":
    sys.exit(main())
