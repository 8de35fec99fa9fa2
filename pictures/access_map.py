"""Access maps: the lanes of a warp above, the memory that one request touches below."""
from __future__ import annotations

from dataclasses import dataclass

from . import patterns
from .svg import Canvas, text_width
from .trace import Request

LANES = 32
MOST_ROWS = 18  # of words that are drawn; more are left out in the middle


@dataclass(frozen=True)
class Shape:
    """Measures of a panel, in pixels. unit: from lane to lane; left: room for the names of the rows."""
    unit: float
    left: float
    row: float    # height of a row of words
    lane: float   # height of a lane's box
    fan: float    # height of the lines from lanes to memory

    @property
    def wide(self) -> bool:
        """Whether numbers fit into a box."""
        return self.unit >= 18

    @property
    def span(self) -> float:
        return LANES * self.unit

    def middle(self, column: float) -> float:
        return self.left + (column + 0.5) * self.unit


FULL = Shape(unit=19.5, left=64, row=17, lane=18, fan=84)
HALF = Shape(unit=8.875, left=44, row=9, lane=12, fan=72)


def draw(canvas: Canvas, request: Request, shape: Shape) -> tuple[float, list[str]]:
    """Draws a request at the canvas's origin; gives the height and the kinds of marks that a legend must explain."""
    top = boxes_of_lanes(canvas, request, shape)
    if request.op == "atomic" or request.space == "constant":
        return stacks(canvas, request, shape, top)
    if request.space == "shared":
        return banks(canvas, request, shape, top)
    return sectors(canvas, request, shape, top)


def ruler(canvas: Canvas, shape: Shape, y: float) -> None:
    """Numbers above boxes that are too small to hold them."""
    for number in (0, 8, 16, 24, 31):
        canvas.text(shape.middle(number), y, str(number), anchor="middle")


def box(canvas: Canvas, shape: Shape, column: float, y: float, height: float, css: str, text: str = "", text_css: str = "") -> None:
    inset = 2 if css == "map-hot" else 1  # its border is thick
    canvas.rect(shape.left + column * shape.unit + inset, y + inset - 1, shape.unit - 2 * inset, height - 2 * (inset - 1), css,
                rx=2 if shape.wide else 1)
    if text and shape.wide:
        canvas.text(shape.middle(column), y + height / 2 + 4.3, text, text_css, "middle")


def boxes_of_lanes(canvas: Canvas, request: Request, shape: Shape) -> float:
    """The lanes, those that take part filled; gives where the lines begin."""
    top = 0.0
    if not shape.wide:
        ruler(canvas, shape, 10)
        top = 15
    canvas.text(0, top + shape.lane / 2 + 4.3, "lane", "map-text map-strong")
    for lane in range(LANES):
        active = lane in request.lanes
        box(canvas, shape, lane, top, shape.lane, "map-used" if active else "map-off", str(lane), "map-in" if active else "map-text")
    return top + shape.lane


# --- global memory

@dataclass(frozen=True)
class Strip:
    """Where sectors lie: x of each, width of all."""
    x: dict[int, float]
    width: float


def strip_of(numbers: list[int], shape: Shape) -> Strip:
    """Sectors side by side, with a gap where memory between them is not touched."""
    gaps = sum(1 for a, b in zip(numbers, numbers[1:]) if b != a + 1)
    gap = min(14.0, 0.35 * shape.span / max(gaps, 1)) if gaps else 0.0
    width = min(8 * shape.unit, (shape.span - gaps * gap) / len(numbers))
    x, place = {}, shape.left + (shape.span - len(numbers) * width - gaps * gap) / 2
    for index, sector in enumerate(numbers):
        if index and sector != numbers[index - 1] + 1:
            place += gap
        x[sector] = place
        place += width
    return Strip(x, width)


def sectors(canvas: Canvas, request: Request, shape: Shape, top: float) -> tuple[float, list[str]]:
    used = patterns.sectors_of(request)
    strip = strip_of(list(used), shape)
    y, height = top + shape.fan, 24.0
    per_byte = (strip.width - 2) / patterns.SECTOR

    def x_of(byte: int) -> float:
        return strip.x[byte // patterns.SECTOR] + 1 + byte % patterns.SECTOR * per_byte

    for lane, address in zip(request.lanes, request.addresses):
        last = address + request.bytes - 1
        canvas.curve(shape.middle(lane), top, (x_of(address) + x_of(last) + per_byte) / 2, y, "map-line")
    wasted = False
    for sector, its_bytes in used.items():
        left = strip.x[sector] + 1
        if len(its_bytes) < patterns.SECTOR:
            wasted = True
            canvas.hatched(left, y, strip.width - 2, height)
        for first, end in runs(its_bytes):
            canvas.rect(left + first * per_byte, y, max(2, (end - first) * per_byte), height, "map-used")
        words_apart(canvas, left, y, height, per_byte)
        canvas.rect(left, y, strip.width - 2, height, "map-box")
    canvas.text(0, y + height / 2 + 4.3, "sector", "map-text map-strong")
    sector_labels(canvas, request, shape, strip, y + height + 16)
    canvas.text(0, y + height + 16, "byte")
    return y + height + 20, ["used", *(["wasted"] if wasted else [])]


def runs(its_bytes: set[int]) -> list[tuple[int, int]]:
    """Contiguous bytes, as [first, end)."""
    found: list[tuple[int, int]] = []
    for byte in sorted(its_bytes):
        if found and found[-1][1] == byte:
            found[-1] = found[-1][0], byte + 1
        else:
            found.append((byte, byte + 1))
    return found


def words_apart(canvas: Canvas, left: float, y: float, height: float, per_byte: float) -> None:
    if 4 * per_byte >= 4:
        for word in range(1, 8):
            canvas.add("line", x1=left + 4 * word * per_byte, y1=y, x2=left + 4 * word * per_byte, y2=y + height,
                       style="stroke: var(--paper, #ffffff); stroke-width: 1")


def sector_labels(canvas: Canvas, request: Request, shape: Shape, strip: Strip, y: float) -> None:
    """Where in the array sectors begin, as far as there is room: those after a gap first."""
    numbers = list(strip.x)
    first = [n for i, n in enumerate(numbers) if i == 0 or numbers[i - 1] + 1 != n]
    taken: list[tuple[float, float]] = []
    for sector in [numbers[0], numbers[-1], *first, *numbers]:
        text = f"{sector * patterns.SECTOR - request.array.base:,}".replace(",", " ").replace("-", "−")
        half = text_width(text, 12) / 2 + 4
        x = strip.x[sector] + strip.width / 2
        x = min(x, shape.left + shape.span + 8 - half)
        if all(x + half <= a or x - half >= b for a, b in taken):
            taken.append((x - half, x + half))
            canvas.text(x, y, text, anchor="middle")


# --- shared memory

def banks(canvas: Canvas, request: Request, shape: Shape, top: float) -> tuple[float, list[str]]:
    words, hot, per_bank = patterns.words_of(request), patterns.hot_banks(request), patterns.words_per_bank(request)
    y = top + shape.fan
    for lane, address in zip(request.lanes, request.addresses):
        first, last = address // patterns.WORD % patterns.BANKS, (address + request.bytes - 1) // patterns.WORD % patterns.BANKS
        css = "map-line-hot" if first in hot else "map-line"
        canvas.curve(shape.middle(lane), top, shape.middle((first + max(first, last)) / 2), y, css)
    bank_heads(canvas, shape, y, hot)
    y += shape.lane + 6
    y, marks = word_rows(canvas, shape, y, words, hot)
    if hot:
        y = totals(canvas, shape, y, {bank: count for bank, count in per_bank.items()}, "words")
    return y, marks


def bank_heads(canvas: Canvas, shape: Shape, y: float, hot: set[int]) -> None:
    canvas.text(0, y + shape.lane / 2 + 4.3, "bank", "map-text map-strong")
    for bank in range(patterns.BANKS):
        box(canvas, shape, bank, y, shape.lane, "map-hot" if bank in hot else "map-box", str(bank), "map-text map-strong")


def word_rows(canvas: Canvas, shape: Shape, y: float, words: dict[int, list[int]], hot: set[int]) -> tuple[float, list[str]]:
    """A row of boxes for each 32 words of which one is used; gives where they end and what marks they have."""
    rows = sorted({word // patterns.BANKS for word in words})
    most = MOST_ROWS if shape.wide else 2 * MOST_ROWS
    hidden = len(rows) - most + 1 if len(rows) > most else 0
    shown = rows[:most // 2] + ([-1] if hidden else []) + rows[most // 2 + hidden:] if hidden else rows
    marks: set[str] = set()
    label_from = -100.0
    for row in shown:
        if row < 0:
            canvas.text(shape.left, y + 12, f"… {hidden} more rows …")
            y += shape.row if shape.wide else 16
            continue
        if y - label_from >= 14:
            canvas.text(0, y + shape.row / 2 + 4.3, f"word {row * patterns.BANKS}" if shape.wide else str(row * patterns.BANKS))
            label_from = y
        for bank in range(patterns.BANKS):
            marks |= word_box(canvas, shape, bank, y, words.get(row * patterns.BANKS + bank, []), bank in hot)
        y += shape.row
    found = [mark for mark in ("word", "conflict", "broadcast") if mark in marks]
    return y + 2, found if shape.wide else ["plain word" if mark == "word" else mark for mark in found]


def word_box(canvas: Canvas, shape: Shape, bank: int, y: float, lanes: list[int], hot: bool) -> set[str]:
    """One word; gives what marks it has."""
    if not lanes:
        canvas.rect(shape.left + bank * shape.unit + 1, y + 0.5, shape.unit - 2, shape.row - 2, "map-grid")
        return set()
    box(canvas, shape, bank, y + 0.5, shape.row - 2, "map-hot" if hot else "map-used", str(lanes[0]) if len(lanes) == 1 else "",
        "map-in-hot" if hot else "map-in")
    if len(lanes) > 1:
        canvas.add("circle", "map-shared" if not hot else "map-used", cx=shape.middle(bank), cy=y + shape.row / 2 - 0.5,
                   r=min(4, shape.row / 4))
        return {"conflict", "broadcast"} if hot else {"broadcast"}
    return {"conflict" if hot else "word"}


def totals(canvas: Canvas, shape: Shape, y: float, counts: dict[int, int], name: str) -> float:
    """A line with the count of each column, of the highest where there is no room for all."""
    canvas.text(0, y + 12, name, "map-text map-strong")
    taken: list[tuple[float, float]] = []
    for column, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])):
        middle, half = shape.middle(column), text_width(str(count), 12) / 2 + 0.5
        if all(middle + half <= a or middle - half >= b for a, b in taken):
            canvas.text(middle, y + 12, str(count), "map-text map-strong", "middle")
            taken.append((middle - half, middle + half))
    return y + 18


# --- atomics

def stacks(canvas: Canvas, request: Request, shape: Shape, top: float) -> tuple[float, list[str]]:
    """A column for each bank or address, with the lanes there: atomics serve one after the other, constant memory all at
    once, but one address after the other."""
    found, y = patterns.stacks_of(request), top + shape.fan
    shared, constant = request.space == "shared", request.space == "constant"
    column = {stack.key: stack.key if shared else (LANES - len(found)) / 2 + index for index, stack in enumerate(found)}
    hot = {stack.key for stack in found if len(stack.lanes) > 1 and not constant}
    for stack in found:
        for lane in stack.lanes:
            canvas.curve(shape.middle(lane), top, shape.middle(column[stack.key]), y,
                         "map-line-hot" if stack.key in hot else "map-line")
    if shared:
        bank_heads(canvas, shape, y, hot)
        y += shape.lane + 6
    else:
        y = address_heads(canvas, request, shape, y, column, set(column) if constant and len(column) > 1 else hot)
    y = pile(canvas, shape, y, found, column, hot)
    y = totals(canvas, shape, y, {column[stack.key]: len(stack.lanes) for stack in found}, "lanes")
    if constant:
        return y, ["together", *(["address"] if len(column) > 1 else [])]
    alone = any(len(stack.lanes) == 1 for stack in found)
    return y, [*(["update" if shape.wide else "plain update"] if alone else []), *(["queue"] if hot else [])]


def pile(canvas: Canvas, shape: Shape, y: float, found: list[patterns.Stack], column: dict[int, float], hot: set[int]) -> float:
    highest = max(len(stack.lanes) for stack in found)
    most = MOST_ROWS
    for stack in found:
        for place, lane in enumerate(stack.lanes[:most]):
            box(canvas, shape, column[stack.key], y + place * shape.row + 0.5, shape.row - 2,
                "map-hot" if stack.key in hot else "map-used", str(lane), "map-in-hot" if stack.key in hot else "map-in")
    y += min(highest, most) * shape.row
    if highest > most:
        longest = next(column[stack.key] for stack in found if len(stack.lanes) == highest)
        x = min(max(shape.middle(longest), shape.left + 60), shape.left + shape.span - 60)
        canvas.text(x, y + 12, f"… {highest - most} more", anchor="middle")
        y += 16
    return y + 2


def address_heads(canvas: Canvas, request: Request, shape: Shape, y: float, column: dict[int, float], hot: set[int]) -> float:
    """Boxes with the places in the array, in elements of the request's size; upright where they are many."""
    names = {key: str(key // request.bytes) for key in column}
    longest = max(text_width(name, 12) for name in names.values())
    turned = longest > shape.unit - 3 and len(names) > 1
    height = longest + 8 if turned else shape.lane
    canvas.text(0, y + height / 2 + 4.3, "element" if shape.wide else "elem.", "map-text map-strong")
    for key, name in names.items():
        width = max(shape.unit - 2, longest + 8) if len(names) == 1 else shape.unit - 2
        middle = shape.middle(column[key])
        canvas.rect(middle - width / 2, y, width, height, "map-hot" if key in hot else "map-box", rx=2)
        if turned and shape.unit < 14:
            continue
        if turned:
            canvas.text(middle + 4.3, y + height - 4, name, "map-text map-strong", turned=True)
        else:
            canvas.text(middle, y + height / 2 + 4.3, name, "map-text map-strong", "middle")
    return y + height + 6
