"""Rate over size: a ladder's last version and its library, from the sweep of scripts/measure --sizes."""
from __future__ import annotations

from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from . import style
from .style import LIGHT
from .words import name_of, plain, size_text, title

HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 400, 76, 24, 96, 50
# Told apart by colour, dash and mark.
LOOKS = ({"color": LIGHT["a"], "linestyle": "solid", "marker": "o"},
         {"color": LIGHT["warn"], "linestyle": (0, (5, 3)), "marker": "s", "markerfacecolor": LIGHT["paper"]})
AXIS_NAMES = {"-n": "n, the size", "--stride": "stride: elements between adjacent lanes"}


def draw(data: dict):
    figure, axes = style.new_figure(HEIGHT, LEFT, RIGHT, TOP, BOTTOM)
    style.heading(figure, title("sizes", data), f"the last: {data['largest']}")
    points = [point for line in data["lines"] for point in line["points"]]
    xs = sorted({x for x, _ in points})
    rates = [rate for _, rate in points]
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xlim(xs[0] / 1.3, xs[-1] * 1.3)
    limits = (min(rates) / 1.6, max(rates + [data.get("limit", 0)]) * 1.4)
    axes.set_ylim(*limits)
    style.log_axis(axes.yaxis, limits, dense=1000)
    axes.xaxis.set_major_locator(FixedLocator(xs))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: size_text(round(value))))
    axes.grid(linewidth=1)
    axes.tick_params(length=0)
    axes.set_xlabel(AXIS_NAMES.get(data["option"], data["option"]))
    axes.set_ylabel(data["unit"])
    handles = []
    for line, look in zip(data["lines"], LOOKS):
        axes.plot(*zip(*line["points"]), linewidth=2.2, markersize=7, **look)
        handles.append(Line2D([], [], linewidth=2.2, markersize=7, label=name_of(line), **look))
    if "limit" in data:
        axes.axhline(data["limit"], color=LIGHT["ink"], linewidth=1.8)
        label = f"{data['limit_name']}: {plain(data['limit'])}"
        handles.append(Line2D([], [], color=LIGHT["ink"], linewidth=1.8, label=label))
    style.place_legend(figure, handles, 58)
    return figure
