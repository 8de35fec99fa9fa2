"""How the charts look: the palette, matplotlib's settings, and a few parts that all kinds share.

Lengths are CSS pixels: a figure of width 10 in at 72 dots per inch has a view box of 720, so a font of 12 is 12 px.
"""
from __future__ import annotations

import matplotlib

from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from .words import plain

WIDTH = 720

# Okabe and Ito's colours, for colour-blind readers: name -> (light, dark). finish.py makes each a custom property.
PALETTE = {"paper": ("#ffffff", "#0d1117"), "ink": ("#1f2328", "#e6edf3"), "muted": ("#59636e", "#9198a1"),
           "grid": ("#d1d9e0", "#30363d"), "a": ("#0072b2", "#56b4e9"), "b": ("#e69f00", "#f0b640"),
           "c": ("#009e73", "#2fc39a"), "d": ("#cc79a7", "#e59ac6"), "warn": ("#d55e00", "#ff8a4c")}
LIGHT = {name: light for name, (light, _) in PALETTE.items()}

SETTINGS = {
    "svg.fonttype": "none", "svg.hashsalt": "cuda-ladders", "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"], "font.size": 12, "axes.titlesize": 15, "axes.labelsize": 12, "hatch.linewidth": 1.2,
    "figure.dpi": 72, "figure.facecolor": LIGHT["paper"], "axes.facecolor": LIGHT["paper"], "text.color": LIGHT["ink"],
    "axes.edgecolor": LIGHT["muted"], "axes.labelcolor": LIGHT["ink"], "xtick.color": LIGHT["muted"],
    "ytick.color": LIGHT["muted"], "xtick.labelcolor": LIGHT["ink"], "ytick.labelcolor": LIGHT["ink"],
    "hatch.color": LIGHT["paper"], "grid.color": LIGHT["grid"], "axes.spines.top": False, "axes.spines.right": False,
    "axes.axisbelow": True, "legend.frameon": False, "legend.fontsize": 12,
}


def new_figure(height: int, left: int, right: int, top: int, bottom: int):
    """A figure of WIDTH x height with one pair of axes in it; the margins are around the axes."""
    matplotlib.rcParams.update(SETTINGS)
    figure = Figure(figsize=(WIDTH / 72, height / 72))
    axes = figure.add_axes([left / WIDTH, bottom / height, (WIDTH - left - right) / WIDTH, (height - top - bottom) / height])
    return figure, axes


def heading(figure, title: str, below: str) -> None:
    """The title, and under it the input, at the figure's left edge."""
    height = figure.get_figheight() * 72
    figure.text(12 / WIDTH, 1 - 24 / height, title, fontsize=15, fontweight="bold")
    figure.text(12 / WIDTH, 1 - 44 / height, below, color=LIGHT["muted"])


def place_legend(figure, handles: list, top: int) -> None:
    """In a row, at the figure's left edge, `top` pixels below its upper edge."""
    height = figure.get_figheight() * 72
    figure.legend(handles=handles, loc="upper left", bbox_to_anchor=(12 / WIDTH, 1 - top / height), ncol=len(handles),
                  borderaxespad=0, borderpad=0, handlelength=2.6, handletextpad=0.6, columnspacing=1.8)


def log_axis(axis, limits: tuple[float, float], dense: float = 100) -> None:
    """A decimal logarithmic axis whose ticks are plain numbers: 1, 10, 100; if it spans less than `dense`, also 2, 5, 20, ..."""
    subs = (1, 2, 5) if limits[1] / limits[0] < dense else (1,)
    axis.set_major_locator(LogLocator(base=10, subs=subs, numticks=20))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: plain(value)))
    axis.set_view_interval(*limits, ignore=True)
