"""scripts/draw: access maps and warp timelines of programs that run on the emulator, as SVG."""
from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from lab.tool.arguments import Arguments

from . import gallery, panel, timeline
from .asked import Asked
from .choose import Choice, Group, NotThere, Wish, choose_group, choose_request
from .programs import Limits, Program, Unusable, Workshop
from .trace import BadTrace, Request, Trace

DONE, FAILED, USAGE, BAD_FILE = 0, 1, 2, 3  # exit codes

EXAMPLES = """examples:
  scripts/draw reduce_v2                  the line where the most is to be
                                          gained; lists the others
  scripts/draw reduce_v2 --line 23        the worst request of line 23
  scripts/draw reduce_v2 reduce_v3        before and after, side by side
  scripts/draw hist_v4 -o hist.svg -- -n 64Ki
                                          options of the program come after --
  scripts/draw saxpy_v3 --timeline        which lanes take part in each step of
                                          a warp
  scripts/draw vecadd_grid                an exercise: your file of it, or its
                                          start file
  scripts/draw my.cu                      any CUDA program
"""


class UsageError(Exception):
    pass


def line_of(shop: Workshop, program: Program, text: str) -> tuple[str, int]:
    """(end of the file's path or "", number) from 23, my.cu:23, or what one line of the program's source contains."""
    file, _, number = text.rpartition(":")
    if number.isdecimal() and " " not in file:
        if int(number) == 0:
            raise UsageError("--line: lines are counted from 1")
        return file, int(number)
    sources = [program.source] if program.source else []
    if program.kind == "ladder":
        sources += sorted(path for path in program.source.parent.iterdir() if path.suffix in (".h", ".cuh"))
    for source in sources:
        found = [i for i, line in enumerate(source.read_text(errors="replace").splitlines(), 1) if text in line]
        if len(found) > 1:
            raise UsageError(f"--line: {source.name} has {len(found)} lines with '{text}': {', '.join(map(str, found))}")
        if found:
            return source.name, found[0]
    raise UsageError(f"--line: no line of {program.name}'s source contains '{text}'")


def source_file(root: Path, program: Program, name: str) -> Path | None:
    """The file that a trace names."""
    candidates = [Path(name), root / name]
    if program.source:
        candidates += [program.source.parent / Path(name).name, program.source.parent / name]
    return next((path for path in candidates if path.is_file()), None)


def shown(root: Path, program: Program, name: str) -> str:
    """The file as captions name it: from the project's folder, else without its folder."""
    path = source_file(root, program, name)
    if path and path.resolve().is_relative_to(root):
        return str(path.resolve().relative_to(root))
    return Path(name).name


class Studio:
    """Makes pictures. root: the project."""

    def __init__(self, root: Path, build: Path):
        self.root, self.shop = root, Workshop(root, build)
        self.notes: list[str] = []  # what was chosen, and what else there is

    def wish_of(self, asked: Asked, program: Program, index: int) -> Wish:
        if not asked.lines:
            return asked.wish
        text = asked.lines[min(index, len(asked.lines) - 1)]
        return Wish(**{**asked.wish.__dict__, "line": line_of(self.shop, program, text)})

    def traced(self, asked: Asked, index: int) -> tuple[Program, Wish, Trace]:
        word = asked.programs[index]
        program = self.shop.find(word)
        wish = self.wish_of(asked, program, index)
        line = None if asked.timeline else wish.line
        limits = Limits(line, wish.kernel, asked.block, wish.warp if not asked.timeline else None)
        trace = self.shop.trace_of(program, word, asked.options or program.options, limits)
        if trace.note:
            self.notes.append(trace.note)
        return program, wish, trace

    def panel(self, asked: Asked, index: int, like: Request | None) -> panel.Panel:
        program, wish, trace = self.traced(asked, index)
        group, others = choose_group(trace, wish, like)
        choice = choose_request(group, wish)
        made = self.panel_of(program, asked, choice, trace)
        self.note(program, made, group, others, wish)
        if trace.left_out:
            self.notes.append(f"  {trace.left_out} records more are not in the trace: give a smaller input after --, or --line")
        return made

    def panel_of(self, program: Program, asked: Asked, choice: Choice, trace: Trace) -> panel.Panel:
        file, line = choice.request.place
        text = panel.source_line(source_file(self.root, program, file), line)
        return panel.Panel(program.name, asked.options or program.options, shown(self.root, program, file), text, choice,
                           panel.kernel_of(program.source, choice.request.kernel), trace.left_out > 0)

    def note(self, program: Program, made: panel.Panel, group: Group, others: list[Group], wish: Wish) -> None:
        self.notes.append(f"{program.name}, {group.describe()}; drawn: {made.figure}")
        if others and wish.line is None:
            self.notes.append("  others (--line N):")
            self.notes += [f"  {other.describe()}" for other in others[:12]]
            if len(others) > 12:
                self.notes.append(f"  and {len(others) - 12} more")

    def picture(self, name: str, asked: Asked) -> str:
        """The SVG's text. name: of the file, without .svg."""
        indices = range(len(asked.programs))
        if not asked.timeline:
            panels: list[panel.Panel] = []
            for index in indices:
                panels.append(self.panel(asked, index, panels[0].choice.request if panels else None))
            return panel.draw(name, panels)
        return timeline.draw(name, [self.row(asked, index) for index in indices])

    def row(self, asked: Asked, index: int) -> timeline.Row:
        program, wish, trace = self.traced(asked, index)
        chosen = timeline.choose(trace, wish, asked.warps, asked.requests)
        files = {file: source_file(self.root, program, file) for file, _ in {event.place for event in chosen}}
        sources = {event.place: panel.source_line(files[event.file], event.line) for event in chosen}
        # Where a function begins and ends, nothing happens that a reader could see in the line.
        chosen = [event for event in chosen if event.record != "active" or sources[event.place].strip("{};")]
        row = timeline.Row(program.name, asked.options or program.options, chosen, asked.steps, sources,
                           {file: shown(self.root, program, file) for file in files}, wish.line is not None, asked.requests,
                           panel.kernel_of(program.source, chosen[0].kernel), trace.left_out > 0)
        self.notes.append(f"{program.name}: {row.figure}")
        return row


def parse(words: list[str]) -> argparse.Namespace:
    parser = Arguments(prog="scripts/draw", epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter,
                       description="Draws how a warp accesses memory, from a run on the emulator.")
    parser.add_argument("programs", nargs="*", metavar="PROGRAM",
                        help="a version (reduce_v2), an exercise, a CUDA file or a trace (.jsonl); two are drawn side by side")
    parser.add_argument("-o", "--output", metavar="FILE", help="the SVG file; - is stdout (default: after the programs)")
    parser.add_argument("--line", action="append", default=[], metavar="LINE",
                        help="its number, FILE:NUMBER or a part of its text; give it twice for two programs")
    parser.add_argument("--array", help="draw only accesses to the array of this name")
    parser.add_argument("--space", choices=["global", "shared", "constant", "local"], help="draw only accesses to this memory")
    parser.add_argument("--op", choices=["load", "store", "atomic", "async copy"], help="draw only these accesses")
    parser.add_argument("--kernel", metavar="NAME", help="trace only this kernel")
    parser.add_argument("--block", metavar="X[.Y[.Z]]", help="trace this block (default: 0)")
    parser.add_argument("--warp", metavar="W", help="draw this warp; for a timeline also 'all', every warp of the block")
    parser.add_argument("--request", type=int, metavar="N", help="draw the line's request N (default: the worst)")
    parser.add_argument("--typical", action="store_true", help="draw the most frequent pattern, not the worst")
    parser.add_argument("--timeline", action="store_true", help="draw which lanes take part in each step, and the barriers")
    parser.add_argument("--requests", action="store_true", help="a timeline of requests and shuffles, without basic blocks")
    parser.add_argument("--steps", type=int, metavar="N", help="draw at most so many steps of a timeline")
    parser.add_argument("--all", action="store_true", help="write the pictures of the READMEs")
    parser.add_argument("--check", action="store_true", help="say which pictures of the READMEs are not what a run gives")
    parser.add_argument("--topic", action="append", default=[], help="with --all and --check: only of this folder")
    return parser.parse_args(words)


def asked_of(arguments: argparse.Namespace, options: list[str]) -> Asked:
    if not 1 <= len(arguments.programs) <= 2:
        raise UsageError("name one program, or two for before and after; scripts/draw --help shows examples")
    if len(arguments.line) > len(arguments.programs):
        raise UsageError("--line: more lines than programs")
    warp = arguments.warp
    if warp is not None and not warp.isdecimal() and not (warp == "all" and arguments.timeline):
        raise UsageError(f"--warp: {warp} is no number" + ("" if arguments.timeline else "; 'all' goes with --timeline"))
    if arguments.steps is not None and arguments.steps < 1:
        raise UsageError("--steps: at least 1")
    wish = Wish(None, arguments.array, arguments.space, arguments.op, arguments.kernel,
                int(warp) if warp and warp.isdecimal() else None, arguments.request, arguments.typical)
    return Asked(arguments.programs, options, arguments.line, wish, arguments.timeline, arguments.block, warp, arguments.steps,
                 arguments.requests)


def draw_one(studio: Studio, arguments: argparse.Namespace, options: list[str]) -> int:
    asked = asked_of(arguments, options)
    names = [Path(word).stem for word in asked.programs]
    output = arguments.output or "_".join(dict.fromkeys(names)) + ("_timeline" if asked.timeline else "") + ".svg"
    if output != "-" and Path(output).suffix not in ("", ".svg"):
        raise UsageError(f"-o {output}: pictures are SVG: let the name end in .svg")
    if not Path(output).parent.is_dir():
        raise UsageError(f"-o: {output} cannot be written: there is no such folder")
    picture = studio.picture(Path(output).stem if output != "-" else names[0], asked)
    for note in studio.notes:
        print(note, file=sys.stderr)
    if output == "-":
        print(picture, end="")
        return DONE
    try:
        Path(output).write_text(picture, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"-o: {output} cannot be written: {error.strerror}") from error
    print(f"Wrote {output}", file=sys.stderr)
    return DONE


def main(words: list[str]) -> int:
    split = words.index("--") if "--" in words else len(words)
    arguments, options = parse(words[:split]), words[split + 1:]
    root = Path(__file__).resolve().parents[1]
    studio = Studio(root, Path(os.environ.get("DRAW_BUILD", root / "build" / "emulator")))
    try:
        if arguments.all or arguments.check:
            if arguments.programs or options:
                raise UsageError("--all and --check take no programs: pictures.toml of each topic names them")
            return gallery.run(studio, root, arguments.topic, write=arguments.all)
        return draw_one(studio, arguments, options)
    except (UsageError, Unusable, NotThere, BadTrace, gallery.BadGallery) as error:
        print(f"scripts/draw: {error}", file=sys.stderr)
        return {UsageError: USAGE, Unusable: getattr(error, "code", FAILED), NotThere: FAILED, BadTrace: BAD_FILE,
                gallery.BadGallery: BAD_FILE}[type(error)]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
