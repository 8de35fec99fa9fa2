"""A ladder's bars: the rate of each version, the library and the limit as lines."""
from __future__ import annotations

from matplotlib.lines import Line2D

from . import style
from .style import LIGHT
from .words import plain, title

ROW = 27  # pixels
LEFT, RIGHT = 268, 158


def extent(data: dict) -> tuple[float, float]:
    """From a power of ten well below the slowest version to a little above all."""
    rates = [row["rate"] for row in data["rows"] if "rate" in row]
    low = 10.0 ** -9
    while low * 30 < min(rates):
        low *= 10
    return low, 1.25 * max(rates + [data.get("limit", 0)])


def times(ratio: float) -> str:
    """With three digits: 1.20, 12.0, 173."""
    return f"{ratio:.0f}" if ratio >= 99.5 else f"{ratio:#.3g}"


def draw(data: dict):
    rows = data["rows"]
    has_lines = "limit" in data or any(row["version"] == "lib" and "rate" in row for row in rows)
    top = 88 if has_lines else 62
    height = top + ROW * len(rows) + 46
    figure, axes = style.new_figure(height, LEFT, RIGHT, top, 46)
    style.heading(figure, title("bars", data), data["input"])
    axes.set_xscale("log")
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlim(*extent(data))
    style.log_axis(axes.xaxis, extent(data))
    axes.grid(axis="x", linewidth=1)
    axes.tick_params(axis="both", length=0)
    axes.spines["bottom"].set_visible(False)
    axes.set_yticks([])
    axes.set_xlabel(f"{data['unit']}, logarithmic")
    draw_rows(axes, data)
    handles = draw_lines(axes, data)
    if handles:
        style.place_legend(figure, handles, 58)
    return figure


def draw_rows(axes, data: dict) -> None:
    low, _ = extent(data)
    beside = axes.get_yaxis_transform()  # x in widths of the axes, y in rows
    width = style.WIDTH - LEFT - RIGHT
    axes.text(1 + 62 / width, -0.62, data["unit"], transform=beside, ha="right", va="bottom", color=LIGHT["muted"])
    axes.text(1 + 148 / width, -0.62, "x one before", transform=beside, ha="right", va="bottom", color=LIGHT["muted"])
    for y, row in enumerate(data["rows"]):
        library = row["version"] == "lib"
        axes.text(-256 / width, y, row["version"], transform=beside, va="center", fontweight="bold")
        axes.text(-224 / width, y, row["idea"], transform=beside, va="center")
        if "rate" not in row:
            axes.text(0.01, y, row["instead"], transform=beside, va="center", style="italic", color=LIGHT["muted"])
            continue
        rate = row["rate"]
        axes.barh(y, rate - low, left=low, height=0.66, color=LIGHT["b" if library else "a"],
                  hatch="///" if library else None, edgecolor=LIGHT["paper"], linewidth=0)
        axes.text(1 + 62 / width, y, plain(rate), transform=beside, ha="right", va="center")
        if "x_one_before" in row:
            axes.text(1 + 148 / width, y, times(row["x_one_before"]), transform=beside, ha="right", va="center")


def draw_lines(axes, data: dict) -> list:
    """The library's rate and the limit, each told from the other by its dashes; gives what the legend shows."""
    handles = []
    lines = [(row["rate"], "warn", (0, (5, 3)), f"{row['idea']}: {plain(row['rate'])}")
             for row in data["rows"] if row["version"] == "lib" and "rate" in row]
    if "limit" in data:
        lines.append((data["limit"], "ink", "solid", f"{data['limit_name']}: {plain(data['limit'])}"))
    for rate, colour, dashes, label in lines:
        axes.axvline(rate, color=LIGHT[colour], linestyle=dashes, linewidth=1.8)
        handles.append(Line2D([], [], color=LIGHT[colour], linestyle=dashes, linewidth=1.8, label=f"{label} {data['unit']}"))
    return handles
