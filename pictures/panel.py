"""One or two maps put together into a picture: names, figures, source lines, a legend and exact captions."""
from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from . import access_map, patterns
from .choose import Choice, access_of
from .svg import WIDTH, Canvas, document, shortened, text_width, wrapped

MARGIN, BETWEEN = 16, 32
LEGEND = {
    "used": "bytes that a lane accesses",
    "wasted": "bytes moved with them and not used",
    "word": "word of the lane with this number",
    "conflict": "words of one bank: one wavefront each",
    "broadcast": "one word for several lanes",
    "update": "update by the lane with this number",
    "queue": "updates that wait for each other",
    "plain word": "word that a lane accesses",
    "plain update": "update by a lane",
    "together": "lanes that get the value together",
    "address": "addresses: one wavefront each",
    "active": "lane takes part in the step",
    "idle": "lane is idle",
    "barrier": "barrier",
}


@dataclass(frozen=True)
class Panel:
    """A map and what stands round it. source: the text of the line; file: as captions name it."""
    program: str
    options: list[str]
    file: str
    source: str
    choice: Choice
    kernel: str
    cut: bool  # the trace has only the first requests of the line

    @property
    def name(self) -> str:
        return " ".join([self.program, *self.options])

    @property
    def figure(self) -> str:
        return patterns.figure(self.choice.request)

    @property
    def caption(self) -> str:
        """Kernel, file and line, block, warp, and which request it is."""
        c, r = self.choice, self.choice.request
        of = f"the first {c.count}" if self.cut else str(c.count)
        alike = "" if c.count == 1 else f", request {c.number} of {of} of this line in the block; " + (
            "all are alike" if c.alike == c.count else f"{c.alike} are alike" if c.alike > 1 else "no other is like it")
        return (f"{self.kernel}, {self.file}:{r.line}: {access_of(r)}; block {block_name(r.block)}, warp {r.warp}{alike}.")

    @property
    def description(self) -> str:
        r = self.choice.request
        return (f"{self.program}: {len(r.lanes)} lanes, {access_of(r)}. {self.figure}. "
                f"Offsets in bytes by lane: {', '.join(f'{lane}: {offset}' for lane, offset in zip(r.lanes, r.offsets))}.")

    def data(self) -> dict:
        c, r = self.choice, self.choice.request
        return {"program": self.program, "options": self.options, "kernel": self.kernel, "file": self.file, "line": r.line,
                "source": self.source, "block": list(r.block), "warp": r.warp, "request": c.number, "of": c.count,
                "alike": c.alike, "space": r.space, "op": r.op, "bytes": r.bytes, "array": r.array.name,
                "base": r.array.base, "lanes": list(r.lanes), "offsets": list(r.offsets), "wavefronts": r.wavefronts,
                "sectors": r.sectors, "ideal": r.ideal, "figure": self.figure}


def block_name(block: tuple[int, int, int]) -> str:
    x, y, z = block
    return f"({x}, {y}, {z})" if z else f"({x}, {y})" if y else str(x)


def heading(canvas: Canvas, name: str, figure: str, source: str, width: float, lines: int) -> float:
    """The program, what it costs, and its line; lines: of the figure, so that two panels stand level."""
    canvas.text(0, 13, name, "map-name")
    text = figure_lines(figure, width)
    for index, line in enumerate(text):
        canvas.text(0, 38 + 21 * index, line, "map-figure")
    y = 38 + 21 * max(lines, len(text))
    canvas.text(0, y, shortened(source, width, 12, mono=True), "map-code")
    return y + 20


def figure_lines(figure: str, width: float) -> list[str]:
    """Broken after its colon, if it is too long for a line."""
    if text_width(figure, 17) <= width:
        return [figure]
    first, colon, rest = figure.partition(": ")
    return wrapped(first + colon.strip(), width, 17) + (wrapped(rest, width, 17) if rest else [])


def draw(name: str, panels: list[Panel]) -> str:
    """The picture of one panel, or of two side by side. name: of the file, without .svg."""
    canvas = Canvas(name)
    full = len(panels) == 1
    shape = access_map.FULL if full else access_map.HALF
    width = WIDTH - 2 * MARGIN if full else (WIDTH - 2 * MARGIN - BETWEEN) / 2
    lines = max(len(figure_lines(panel.figure, width)) for panel in panels)
    marks: list[str] = []
    bottom = 0.0
    for index, panel in enumerate(panels):
        x = MARGIN + index * (width + BETWEEN)
        y = MARGIN + heading(canvas.group(x, MARGIN), panel.name, panel.figure, panel.source, width, lines)
        height, found = access_map.draw(canvas.group(x, y), panel.choice.request, shape)
        marks += [mark for mark in found if mark not in marks]
        bottom = max(bottom, y + height)
    bottom = captions(canvas, panels, width, legend(canvas, marks, bottom + 14))
    title = "Access map. " + " Beside it, ".join(f"{panel.name}: {panel.figure}." for panel in panels)
    return document(canvas, WIDTH, bottom + MARGIN - 4, title, " ".join(panel.description for panel in panels), metadata(panels))


def metadata(panels: list[Panel]) -> dict:
    return {"made_by": "scripts/draw", "from": list(dict.fromkeys(panel.file for panel in panels)),
            "data": {"maps": [panel.data() for panel in panels]}}


def legend(canvas: Canvas, marks: list[str], y: float) -> float:
    """A sample and a word for each mark, in rows."""
    x = MARGIN
    for mark in marks:
        text = LEGEND[mark]
        needed = 22 + 6.6 * len(text) + 18
        if x > MARGIN and x + needed > WIDTH - MARGIN:
            x, y = MARGIN, y + 20
        sample(canvas, mark, x, y)
        canvas.text(x + 22, y + 11, text)
        x += needed
    return y + 26 if marks else y


def sample(canvas: Canvas, mark: str, x: float, y: float) -> None:
    width, height = 16, 13
    if mark in ("wasted", "idle"):
        canvas.hatched(x, y, width, height)
        canvas.rect(x, y, width, height, "map-box")
    elif mark in ("conflict", "queue", "address"):
        canvas.rect(x + 1, y + 1, width - 2, height - 2, "map-hot", rx=2)
    elif mark == "barrier":
        canvas.line(x + width / 2, y - 1, x + width / 2, y + height + 1, "map-wait")
    else:
        canvas.rect(x, y, width, height, "map-used", rx=2)
        if mark == "broadcast":
            canvas.add("circle", "map-shared", cx=x + width / 2, cy=y + height / 2, r=3.5)


def captions(canvas: Canvas, panels: list, width: float, y: float) -> float:
    lowest = y
    for index, panel in enumerate(panels):
        x = MARGIN + index * (width + BETWEEN)
        for number, line in enumerate(wrapped(panel.caption, width, 12)):
            canvas.text(x, y + 12 + 16 * number, line)
            lowest = max(lowest, y + 12 + 16 * number)
    return lowest


def kernel_of(source: Path | None, name: str) -> str:
    """The kernel's own name, where a launch calls it by a variable or a member."""
    last = name.replace("::", ".").rpartition(".")[2]
    try:
        text = source.read_text(errors="replace") if source else ""
    except OSError:
        text = ""
    kernels = re.findall(r"__global__\s+void\s+(?:__launch_bounds__\((?:[^()]|\([^()]*\))*\)\s*)?(\w+)\s*\(", text)
    return kernels[0] if len(set(kernels)) == 1 and last not in kernels else last


def source_line(file: Path | None, line: int) -> str:
    """The text of a line, without its indentation; nothing if the file is not there."""
    try:
        return file.read_text(errors="replace").splitlines()[line - 1].strip() if file else ""
    except (OSError, IndexError):
        return ""
