"""The words of scripts/site. It asks this module first: what is wrong is told before anything is fetched or built."""
from __future__ import annotations

import argparse
import difflib
from pathlib import Path

from tool import ladders
from tool.arguments import Arguments

ROOT = Path(__file__).resolve().parents[2]


def names_of_ladders(text: str) -> list[str]:
    """Of "reduce,hist", or of "all"."""
    known = list(ladders.in_project(ROOT))
    names = known if text == "all" else text.split(",")
    for name in names:
        if name not in known:
            alike = difflib.get_close_matches(name, known)
            raise argparse.ArgumentTypeError(f"{name}: no such ladder" + (f", did you mean {' or '.join(alike)}?" if alike else ""))
    return names


def parse() -> argparse.Namespace:
    parser = Arguments(prog="scripts/site", description="Builds the site: open build/site/index.html.",
                       epilog=f"Ladders: {', '.join(names_of_ladders('all'))}")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site", metavar="FOLDER", help="the folder of the site (build/site)")
    parser.add_argument("--run", nargs="?", const=names_of_ladders("all"), type=names_of_ladders, metavar="LADDERS",
                        help="measure this machine first: all ladders, or those named, as in reduce,hist")
    parser.add_argument("--mine", metavar="FILE", help="your kernel beside its ladder: a file that registers a version, or an exercise")
    return parser.parse_args()


if __name__ == "__main__":
    parse()
