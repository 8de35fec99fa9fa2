"""Warp timelines: lanes down, steps across, so that idle lanes, branches and barriers can be seen."""
from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby

from .choose import NotThere, Wish, is_at
from .panel import BETWEEN, MARGIN, block_name, captions, heading, figure_lines, legend
from .patterns import counted
from .svg import WIDTH, Canvas, document, shortened, text_width
from .trace import Event, Trace

LANES = 32
ONE_WARP, MANY_WARPS = 288.0, 320.0  # heights of what is drawn
MOST_SOURCE_LINES = 8


@dataclass(frozen=True)
class Column:
    """Steps of a warp that follow each other on one line with the same lanes; or a barrier."""
    line: int
    lanes: tuple[int, ...]
    steps: int
    barrier: bool


@dataclass
class Row:
    """What stands side by side with another: the events of one block, or of one warp, of a program.

    sources: the text of each line; files: how captions name the files; most: columns to draw.
    """
    program: str
    options: list[str]
    events: list[Event]
    most: int | None
    sources: dict[tuple[str, int], str]
    files: dict[str, str]
    only_line: bool = False
    only_requests: bool = False
    kernel: str = ""
    cut: bool = False  # the trace has only the first steps
    columns: dict[int, list[list[Column]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.columns = {warp: intervals(events) for warp, events in by_warp(self.events).items()}

    @property
    def name(self) -> str:
        return " ".join([self.program, *self.options])

    @property
    def work(self) -> list[Event]:
        return [event for event in self.events if event.record != "barrier"]

    @property
    def average(self) -> float:
        """Active lanes of a step; barriers are no steps."""
        return sum(len(event.lanes) for event in self.work) / max(1, len(self.work))

    @property
    def figure(self) -> str:
        steps, barriers = len(self.work), max(sum(e.record == "barrier" for e in self.events if e.warp == w) for w in self.columns)
        where = f"{counted(steps, 'step')} of {counted(len(self.columns), 'warp')}" if len(self.columns) > 1 else counted(steps, "step")
        behind = f", {counted(barriers, 'barrier')}" if barriers else ""
        average = f"{self.average:.1f}".removesuffix(".0")
        return f"{average} of 32 lanes active on average: {where}{behind}"

    @property
    def caption(self) -> str:
        first = self.events[0]
        lines = sorted({event.line for event in self.work})
        where = f"line {lines[0]}" if len(lines) == 1 else f"lines {lines[0]} to {lines[-1]}"
        warps = sorted(self.columns)
        which = f"warp {warps[0]}" if len(warps) == 1 else f"warps {warps[0]} to {warps[-1]}"
        steps = ("Steps: requests of this line" if self.only_line else "Steps: requests, shuffles" if self.only_requests
                 else "Steps: basic blocks, requests, shuffles")
        return f"{self.kernel}, {', '.join(self.files.values())}, {where}; block {block_name(first.block)}, {which}. {steps}{' (the first of more)' if self.cut else ''}."

    def data(self) -> dict:
        first = self.events[0]
        return {"program": self.program, "options": self.options, "kernel": self.kernel, "block": list(first.block),
                "files": sorted(self.files.values()), "figure": self.figure, "only_line": self.only_line,
                "sources": {str(line): text for (_, line), text in sorted(self.sources.items())},
                "warps": {str(warp): [[[c.line, "barrier" if c.barrier else c.steps, ranges(c.lanes)] for c in interval]
                                      for interval in spans] for warp, spans in sorted(self.columns.items())}}


def ranges(lanes: tuple[int, ...]) -> str:
    """0-15,31"""
    parts = [[lane for _, lane in group] for _, group in groupby(enumerate(lanes), lambda pair: pair[1] - pair[0])]
    return ",".join(str(p[0]) if len(p) == 1 else f"{p[0]}-{p[-1]}" for p in parts)


def by_warp(events: list[Event]) -> dict[int, list[Event]]:
    found: dict[int, list[Event]] = {}
    for event in events:
        found.setdefault(event.warp, []).append(event)
    return {warp: sorted(its, key=lambda event: event.step) for warp, its in sorted(found.items())}


def intervals(events: list[Event]) -> list[list[Column]]:
    """A warp's columns, cut behind each barrier; steps of one line with the same lanes are one column."""
    found: list[list[Column]] = [[]]
    for (line, lanes, barrier), group in groupby(events, lambda e: (e.line, e.lanes, e.record == "barrier")):
        for count in [1] * len(list(group)) if barrier else [len(list(group))]:
            found[-1].append(Column(line, lanes, count, barrier))
            if barrier:
                found.append([])
    return found if found[-1] else found[:-1]


def choose(trace: Trace, wish: Wish, warps: str | None, requests: bool) -> list[Event]:
    """The events of one warp, or with warps == "all" of all, in the first launch and block that fit the wish. With a line:
    its requests, and the barriers. requests: no basic blocks."""
    events = [e for e in trace.events if (wish.kernel is None or e.kernel == wish.kernel) and not (requests and e.record == "active")
              and (warps in (None, "all") or e.warp == int(warps))]
    if wish.line:
        at = next((e for e in events if is_at(e, wish.line)), None)
        if at is None:
            raise NotThere(f"{trace.program}: no traced step is on line {wish.line[1]}")
        events = [e for e in events if e.record == "barrier" or (is_at(e, wish.line) and e.record != "active")]
    else:
        at = events[0] if events else None
    if at is None or not events:
        raise NotThere(f"{trace.program}: the trace has no step that fits")
    chosen = [e for e in events if (e.launch, e.block) == (at.launch, at.block)]
    warp = min(e.warp for e in chosen)
    chosen = chosen if warps == "all" else [e for e in chosen if e.warp == warp]
    if all(e.record == "barrier" for e in chosen):
        raise NotThere(f"{trace.program}: there is no step of warp {warp} on the line")
    return chosen


# --- drawing

@dataclass(frozen=True)
class Grid:
    """Where things are: left edge, width of a column and of a barrier, height of a lane and of the gap between warps."""
    left: float
    column: float
    barrier: float
    lane: float
    gap: float
    shown: int  # columns, without barriers
    total: int


def merged(row: Row) -> list[tuple[int, bool]]:
    """For each interval between barriers: the most columns that a warp has in it, and whether a barrier ends it."""
    count = max(len(spans) for spans in row.columns.values())
    found = []
    for index in range(count):
        spans = [its[index] for its in row.columns.values() if index < len(its)]
        found.append((max(sum(not c.barrier for c in span) for span in spans), any(c.barrier for span in spans for c in span)))
    return found


def grid_of(row: Row, width: float, left: float) -> Grid:
    parts = merged(row)
    total = sum(count for count, _ in parts)
    barriers = sum(ended for _, ended in parts)
    barrier, narrowest = 7.0, 3.5
    room = width - left - barriers * barrier
    shown = max(1, min(total, row.most or total, int(room / narrowest)))
    warps = len(row.columns)
    gap = 0.0 if warps == 1 else 4.0
    height = ONE_WARP if warps == 1 else MANY_WARPS - gap * (warps - 1)
    return Grid(left, min(48.0, room / shown), barrier, max(0.5, height / (warps * LANES)), gap, shown, total)


def draw_row(canvas: Canvas, row: Row, width: float, left: float) -> tuple[float, list[str]]:
    """Draws at the canvas's origin; gives the height, and the marks for the legend."""
    grid = grid_of(row, width, left)
    top = 20.0
    marks = {"active"}
    for index, (warp, spans) in enumerate(row.columns.items()):
        y = top + index * (LANES * grid.lane + grid.gap)
        names_of_lanes(canvas, warp, y, grid, len(row.columns))
        marks |= draw_warp(canvas, spans, merged(row), grid, y, index == 0)
    bottom = top + len(row.columns) * (LANES * grid.lane + grid.gap) + 4
    if grid.shown < grid.total:
        canvas.text(left, bottom + 12, f"The first {grid.shown} of {grid.total} columns.")
        bottom += 18
    return sources(canvas, row, width, bottom + 6), [m for m in ("active", "idle", "barrier") if m in marks]


def names_of_lanes(canvas: Canvas, warp: int, y: float, grid: Grid, warps: int) -> None:
    if warps == 1:
        canvas.text(0, 12, "lane", "map-text map-strong")
        for lane in (0, 8, 16, 24, 31):
            canvas.text(grid.left - 8, y + (lane + 0.5) * grid.lane + 4.3, str(lane), anchor="end")
    elif LANES * grid.lane >= 14 or warp % 4 == 0:
        canvas.text(grid.left - 8, y + LANES * grid.lane / 2 + 4.3, f"warp {warp}", anchor="end")


def draw_warp(canvas: Canvas, spans: list[list[Column]], parts: list[tuple[int, bool]], grid: Grid, y: float, named: bool) -> set[str]:
    """The columns of a warp, each interval where the block's begins; named: with the line numbers above."""
    marks: set[str] = set()
    x, drawn, free = grid.left, 0, -100.0
    last_line = None
    for (count, _), span in zip(parts, spans + [[]] * (len(parts) - len(spans))):
        place = x
        for index, column in enumerate(column for column in span if not column.barrier):
            if drawn + index >= grid.shown:
                return marks
            marks |= draw_column(canvas, column, place, y, grid)
            if named and column.line != last_line and place >= free:
                canvas.text(place, y - 7, str(column.line))
                free, last_line = place + text_width(str(column.line), 12) + 4, column.line
            place += grid.column
        x, drawn = x + count * grid.column, drawn + count
        for column in span:
            if column.barrier and drawn <= grid.shown:
                marks.add("barrier")
                for first, end in stretches(column.lanes):
                    canvas.line(x + grid.barrier / 2, y + first * grid.lane, x + grid.barrier / 2, y + end * grid.lane, "map-wait")
                x += grid.barrier
    return marks


def draw_column(canvas: Canvas, column: Column, x: float, y: float, grid: Grid) -> set[str]:
    """Filled where lanes are active, hatched where they are idle."""
    width = max(1.0, grid.column - 1)
    idle = tuple(lane for lane in range(LANES) if lane not in column.lanes)
    seam = 1 if grid.lane >= 5 else 0
    for first, end in stretches(idle):
        canvas.hatched(x, y + first * grid.lane, width, (end - first) * grid.lane - seam, opacity=0.45)
    for first, end in stretches(column.lanes):
        for lane in range(first, end) if seam else [None]:
            top, height = (first, end - first) if lane is None else (lane, 1)
            canvas.rect(x, y + top * grid.lane, width, height * grid.lane - seam, "map-used")
    return {"idle"} if idle else set()


def stretches(lanes: tuple[int, ...]) -> list[tuple[int, int]]:
    """Contiguous lanes, as [first, end)."""
    found: list[tuple[int, int]] = []
    for lane in lanes:
        if found and found[-1][1] == lane:
            found[-1] = found[-1][0], lane + 1
        else:
            found.append((lane, lane + 1))
    return found


def sources(canvas: Canvas, row: Row, width: float, y: float) -> float:
    """The text of the lines that the numbers above name."""
    if row.only_line:
        return y
    lines = sorted({(e.file, e.line) for e in row.work})
    for place in lines[:MOST_SOURCE_LINES]:
        canvas.text(24, y + 12, str(place[1]), anchor="end")
        canvas.text(34, y + 12, shortened(row.sources.get(place, ""), width - 34, 12, mono=True), "map-code")
        y += 17
    if len(lines) > MOST_SOURCE_LINES:
        canvas.text(34, y + 12, f"… and {len(lines) - MOST_SOURCE_LINES} more lines")
        y += 17
    return y


def draw(name: str, rows: list[Row]) -> str:
    """The picture of one timeline, or of two side by side. name: of the file, without .svg."""
    canvas = Canvas(name)
    full = len(rows) == 1
    width = WIDTH - 2 * MARGIN if full else (WIDTH - 2 * MARGIN - BETWEEN) / 2
    lines = max(len(figure_lines(row.figure, width)) for row in rows)
    left = 30.0 if all(len(row.columns) == 1 for row in rows) else 60.0
    bottom, marks = 0.0, []
    for index, row in enumerate(rows):
        x = MARGIN + index * (width + BETWEEN)
        source = next(iter(row.sources[e.place] for e in row.work)) if row.only_line else ""
        y = MARGIN + heading(canvas.group(x, MARGIN), row.name, row.figure, source, width, lines) - (0 if source else 18)
        height, found = draw_row(canvas.group(x, y), row, width, left)
        marks += [mark for mark in found if mark not in marks]
        bottom = max(bottom, y + height)
    bottom = captions(canvas, rows, width, legend(canvas, marks, bottom + 12))
    title = "Warp timeline. " + " Beside it, ".join(f"{row.name}: {row.figure}." for row in rows)
    metadata = {"made_by": "scripts/draw", "from": list(dict.fromkeys(f for row in rows for f in row.files.values())),
                "data": {"timelines": [row.data() for row in rows]}}
    return document(canvas, WIDTH, bottom + MARGIN - 4, title, " ".join(f"{row.program}. {row.figure}. {row.caption}" for row in rows), metadata)
