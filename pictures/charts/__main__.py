"""Draws the charts whose figures have changed, and writes all of them into the
READMEs.
"""
from __future__ import annotations

import json
import pathlib
import sys

from lab.tool import arguments

from . import place, plan, words
from .metadata import metadata_of

ROOT = pathlib.Path(__file__).resolve().parents[2]


def is_current(root: pathlib.Path, chart: plan.Chart) -> bool:
    path = root / chart.path
    return path.exists() and metadata_of(path.read_text()) == json.loads(json.dumps(chart.metadata()))


def draw(root: pathlib.Path, chart: plan.Chart) -> None:
    from . import finish, gpus, ladder_bars, roofline, sizes  # matplotlib is only needed here
    figure = {"bars": ladder_bars, "sizes": sizes, "gpus": gpus, "roofline": roofline}[chart.kind].draw(chart.data)
    path = root / chart.path
    path.parent.mkdir(exist_ok=True)
    name = chart.path.removesuffix(".svg").replace("/pictures/", "-").replace("/", "-")
    path.write_text(finish.finish(figure, name, words.title(chart.kind, chart.data), words.describe(chart.kind, chart.data),
                                  chart.metadata()))


def update_readmes(root: pathlib.Path, charts: list[plan.Chart], check: bool) -> list[str]:
    """Places the charts; gives what was not as it must be."""
    alternatives = {chart.path: words.describe(chart.kind, chart.data) for chart in charts}
    wrong, shown = [], set()
    for readme in plan.readmes(root):
        folder = place.folder_of(root, readme)
        old = readme.read_text()
        new = place.filled(old, folder, alternatives)
        shown |= place.marked(new, folder)
        if new != old:
            wrong.append(readme.relative_to(root).as_posix())
            if not check:
                readme.write_text(new)
    return wrong + [f"{path} (no README has a mark for it)" for path in alternatives if path not in shown]


def update(root: pathlib.Path, check: bool, everything: bool) -> list[str]:
    charts = plan.all_charts(root)
    stale = [chart for chart in charts if everything or not is_current(root, chart)]
    over = plan.left_over(root, charts)
    if not check:
        for chart in stale:
            draw(root, chart)
        for path in over:
            path.unlink()
    wrong = [chart.path for chart in stale] + [path.relative_to(root).as_posix() for path in over]
    return wrong + update_readmes(root, charts, check)


def main() -> int:
    parser = arguments.of_script("charts", __doc__)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--all", action="store_true", help="draw every chart anew, after a change of how they look")
    which.add_argument("--check", action="store_true", help="exit with 1 if a chart does not show what the figures say, or does not "
                       "stand in its README; write nothing")
    given = parser.parse_args()
    check = given.check
    changed = update(ROOT, check, given.all)
    if check and changed:
        print(f"Charts: not what the figures say, run scripts/charts: {', '.join(changed)}", file=sys.stderr)
        return 1
    print("Charts: ok" if check else f"Charts: {', '.join(changed) or 'nothing to change'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
