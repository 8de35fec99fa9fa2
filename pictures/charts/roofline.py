"""The roofline of a device, with the versions of all ladders on it.

(S. Williams, A. Waterman and D. Patterson, Roofline: an insightful visual performance model for multicore architectures,
2009.) A version's place: to the right, the operations for each byte that the problem must move; upwards, the operations per
second. A ladder's versions stand in one column, since they solve one problem; the ladder's name is above the column.
"""
from __future__ import annotations

from matplotlib.lines import Line2D

from . import style
from .style import LIGHT
from .words import best, plain, title

HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 620, 76, 40, 164, 54
NAME_GAP = 19  # pixels between two ladders' names


def column(entry: dict) -> float:
    return entry["points"][0]["intensity"]


def draw(data: dict):
    figure, axes = style.new_figure(HEIGHT, LEFT, RIGHT, TOP, BOTTOM)
    style.heading(figure, title("roofline", data),
                  "each mark is a version; below the name of a ladder are all of its versions")
    xs = [column(entry) for entry in data["ladders"]]
    ys = [point["gops"] for entry in data["ladders"] for point in entry["points"]]
    xlim = (min(xs) / 2, max(max(xs), 100) * 2)
    ylim = (min(ys) / 2, max(ys + [data["data_sheet"]["gops"]]) * 1.6)
    for axis, scale, limits in ((axes.xaxis, axes.set_xscale, xlim), (axes.yaxis, axes.set_yscale, ylim)):
        scale("log")
        style.log_axis(axis, limits)
    axes.set_xlim(*xlim)
    axes.set_ylim(*ylim)
    axes.grid(linewidth=1)
    axes.tick_params(length=0)
    axes.set_xlabel("operations per byte that the problem must move")
    axes.set_ylabel("billions of operations per second")
    handles = draw_roofs(axes, data, xlim)
    draw_versions(axes, data)
    draw_names(axes, data, ylim)
    handles += [Line2D([], [], linestyle="", marker="o", markersize=9, color=LIGHT["a"], label="fastest version"),
                Line2D([], [], linestyle="", marker="o", markersize=5, color=LIGHT["muted"], label="other"),
                Line2D([], [], linestyle="", marker="D", markersize=7, markerfacecolor="none",
                       markeredgewidth=1.6, color=LIGHT["warn"], label="library")]
    style.place_legend(figure, handles, 58)
    return figure


def draw_roofs(axes, data: dict, xlim: tuple[float, float]) -> list:
    handles = []
    for key, dashes, label in (("data_sheet", "solid", "roof, data sheet"), ("measured", (0, (5, 3)), "roof, measured")):
        if key not in data:
            continue
        bandwidth, top = data[key]["gbytes"], data[key]["gops"]
        xs = (xlim[0], top / bandwidth, xlim[1])
        axes.plot(xs, [min(top, bandwidth * x) for x in xs], color=LIGHT["ink"], linestyle=dashes, linewidth=1.6)
        handles.append(Line2D([], [], color=LIGHT["ink"], linestyle=dashes, linewidth=1.6, label=label))
    return handles


def draw_versions(axes, data: dict) -> None:
    for entry in data["ladders"]:
        for point in entry["points"]:
            tip = f"tip:{entry['ladder']} {point['version']}: {plain(point['gops'])} G{entry['operation']}/s"
            look = {"marker": "o", "markersize": 5, "color": LIGHT["muted"], "zorder": 3}
            if point["version"] == "lib":
                look = {"marker": "D", "markersize": 7, "color": LIGHT["warn"], "markerfacecolor": "none",
                        "markeredgewidth": 1.6, "zorder": 6}
            elif point is best(entry):
                look = {"marker": "o", "markersize": 9, "color": LIGHT["a"], "zorder": 5}
            axes.plot(point["intensity"], point["gops"], linestyle="", gid=tip, **look)


def spread(wanted: list[float], gap: float) -> list[float]:
    """Ascending places, at least `gap` apart, each as near to the wanted one as its neighbours allow: what is too close
    becomes a group around the mean of its places."""
    groups: list[list[float]] = []  # sum of (wanted - index in the group * gap), count
    for x in wanted:
        groups.append([x, 1])
        while len(groups) > 1 and start(groups[-2]) + groups[-2][1] * gap > start(groups[-1]):
            total, count = groups.pop()
            before = groups[-1]
            before[0] += total - count * before[1] * gap
            before[1] += count
    return [start(group) + i * gap for group in groups for i in range(int(group[1]))]


def start(group: list[float]) -> float:
    return group[0] / group[1]


def draw_names(axes, data: dict, ylim: tuple[float, float]) -> None:
    """The ladders' names above the axes, each with a thin line down to its slowest version."""
    to_pixels = axes.transData.transform
    inner, height = style.WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    columns = [to_pixels((column(entry), ylim[0]))[0] - LEFT for entry in data["ladders"]]
    for entry, x, at in zip(data["ladders"], columns, spread(columns, NAME_GAP)):
        axes.text(at / inner, 1 + 22 / height, entry["ladder"], transform=axes.transAxes, rotation=50, va="bottom", ha="left",
                  rotation_mode="anchor")
        lowest = min(point["gops"] for point in entry["points"])
        bottom = (to_pixels((column(entry), lowest))[1] - BOTTOM) / height
        axes.plot([at / inner, x / inner, x / inner], [1 + 18 / height, 1, bottom], transform=axes.transAxes,
                  color=LIGHT["muted"], linewidth=0.8, clip_on=False, zorder=2)
