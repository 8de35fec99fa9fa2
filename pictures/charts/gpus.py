"""Efficiency over GPUs: the versions of a ladder that runs on several, from what was measured; each panel is a way to grow."""
from __future__ import annotations

from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from . import style
from .roofline import spread
from .style import LIGHT
from .words import plain, title

HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 350, 60, 88, 90, 50
BETWEEN = 120  # of a panel's axes and the next one's: the names of its lines and the next one's percents
LINE = 17      # pixels from name to name
MOST = 105     # percent
COLOURS = ("warn", "b", "c", "a", "d", "ink")
DASHES = ("solid", (0, (5, 3)), (0, (1, 2)))


def draw(data: dict):
    panels = data["panels"]
    figure, first = style.new_figure(HEIGHT, LEFT, RIGHT, TOP, BOTTOM)
    style.heading(figure, title("gpus", data), "efficiency, %: the speedup over one GPU, over the number of GPUs")
    width = (style.WIDTH - LEFT - RIGHT - BETWEEN * (len(panels) - 1)) / len(panels)
    for i, panel in enumerate(panels):
        axes = first if i == 0 else figure.add_axes([0, 0, 1, 1])
        axes.set_position([(LEFT + i * (width + BETWEEN)) / style.WIDTH, BOTTOM / HEIGHT, width / style.WIDTH,
                           (HEIGHT - TOP - BOTTOM) / HEIGHT])
        draw_panel(axes, panel)
    return figure


def draw_panel(axes, panel: dict) -> None:
    numbers = sorted({gpus for line in panel["lines"] for gpus, _ in line["points"]})
    axes.set_xscale("log", base=2)
    axes.set_xlim(numbers[0] / 1.04, numbers[-1])  # its first name is not below the 0
    axes.set_ylim(0, MOST)
    axes.xaxis.set_major_locator(FixedLocator(numbers))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: plain(round(value))))
    axes.grid(linewidth=1)
    axes.tick_params(length=0)
    axes.set_xlabel("GPUs")
    axes.set_title("each with as much as one alone" if panel["weak"] else "one problem for all", fontsize=12, loc="left")
    for i, line in enumerate(panel["lines"]):
        axes.plot(*zip(*line["points"]), linewidth=2.2, marker="o", markersize=6, clip_on=False, **look(i))
    name_lines(axes, panel["lines"])


def look(i: int) -> dict:
    return {"color": LIGHT[COLOURS[i % len(COLOURS)]], "linestyle": DASHES[i // len(COLOURS)]}


def name_lines(axes, lines: list[dict]) -> None:
    """At the right end, one above the other, each tied to its line's last point."""
    height = HEIGHT - TOP - BOTTOM
    pixels = height / MOST  # of one percent
    beside = axes.get_yaxis_transform()  # x in widths of the axes, y in percent
    width = axes.get_position().width * style.WIDTH
    order = sorted(range(len(lines)), key=lambda i: lines[i]["points"][-1][1])
    places = spread([lines[i]["points"][-1][1] * pixels for i in order], LINE)
    for i, place in zip(order, places):
        efficiency = lines[i]["points"][-1][1]
        axes.plot([1, 1 + 18 / width], [efficiency, place / pixels], transform=beside, clip_on=False, linewidth=1.2,
                  color=look(i)["color"])
        axes.text(1 + 22 / width, place / pixels, f"{lines[i]['version']} {plain(efficiency)}", transform=beside, va="center")
