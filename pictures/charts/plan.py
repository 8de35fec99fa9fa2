"""Which charts there are, where they stand, and the data that each must show.

- A ladder's bars: one chart for each table of a GPU's times of several versions in a topic's README, named after it:
  ladder.svg for the ladder's first table, ladder_256Mi.svg for results/<machine>/reduce_256Mi.json. Where a README has several
  ladders: ladder_vecadd.svg, ...
- Rate over size: sizes.svg, or sizes_vecadd.svg, for each results/<machine>/sizes/<ladder>.json of the tables' machine.
- Efficiency over GPUs: gpus.svg, or gpus_halo.svg, of all tables of a ladder on several GPUs, unless it is held against a bound:
  an exchange alone does not gain by more GPUs.
- A roofline for each folder results/<machine>/ of a GPU.
"""
from __future__ import annotations

import dataclasses
import pathlib
import re

from . import figures

TABLE = re.compile(r"<!-- table: (results/(\S+?)/(\S+)\.json) -->")
OURS = re.compile(r"(ladder|sizes|gpus|roofline)(_\S+)?\.svg")

# The input with which a ladder stands on the roofline, if it was measured: one that is large enough for the GPU. Else its
# default, results/<machine>/<ladder>.json.
ROOFLINE_INPUTS = {"bfs": "bfs_kron_22", "conv1d": "conv1d_256Mi", "conv2d": "conv2d_16Ki", "gol": "gol_16Ki",
                   "hist": "hist_1Gi_uniform", "matmul": "matmul_8192", "reduce": "reduce_256Mi", "saxpy": "saxpy_256Mi",
                   "scan": "scan_256Mi", "shortcut": "shortcut_8192", "spmv": "spmv_laplace2d_16Mi", "vecadd": "vecadd_256Mi"}


@dataclasses.dataclass
class Chart:
    path: str  # of the SVG, from the repository's root on, as all paths here
    kind: str  # bars, sizes, gpus or roofline
    sources: list[str]
    data: dict

    def metadata(self) -> dict:
        return {"made_by": "scripts/charts", "from": self.sources, "data": self.data}


def readmes(root: pathlib.Path) -> list[pathlib.Path]:
    return [path for path in sorted(root.glob("**/README.md")) if "build" not in path.relative_to(root).parts]


def gpu_tables(root: pathlib.Path, readme: pathlib.Path) -> list[tuple[str, str, dict]]:
    """(path, name of the figures, run) of each table of times of several versions in a README."""
    found = TABLE.findall(readme.read_text())
    tables = [(path, name, figures.load(root / path)) for path, _, name in found]
    return [table for table in tables if table[2]["backend"] == "cuda" and len(table[2]["versions"]) > 1]


def charts_of_readme(root: pathlib.Path, readme: pathlib.Path) -> list[Chart]:
    folder = readme.parent.relative_to(root).as_posix()
    tables = gpu_tables(root, readme)
    several = len({run["program"] for _, _, run in tables}) > 1
    charts: list[Chart] = []
    seen: set[str] = set()
    for path, name, run in tables:
        ladder = run["program"]
        of_ladder = f"_{ladder}" if several else ""
        of_input = "_" + (name.removeprefix(ladder).lstrip("_") or "default") if ladder in seen else ""
        charts.append(Chart(f"{folder}/pictures/ladder{of_ladder}{of_input}.svg", "bars", [path], figures.ladder(run)))
        if ladder not in seen:
            charts += sweep_chart(root, f"{folder}/pictures/sizes{of_ladder}.svg", path, ladder)
            charts += gpus_chart(f"{folder}/pictures/gpus{of_ladder}.svg", [table for table in tables if table[2]["program"] == ladder])
        seen.add(ladder)
    return charts


def sweep_chart(root: pathlib.Path, path: str, table: str, ladder: str) -> list[Chart]:
    source = f"{pathlib.PurePosixPath(table).parent}/sizes/{ladder}.json"
    if not (root / source).exists():
        return []
    return [Chart(path, "sizes", [source], figures.sizes(figures.load(root / source)))]


def gpus_chart(path: str, tables: list[tuple[str, str, dict]]) -> list[Chart]:
    found = [(source, run) for source, _, run in tables if run["limit"] == "peak" and
             any(v.get("scaling", {}).get("gpus", 1) > 1 for v in run["versions"])]
    if not found:
        return []
    return [Chart(path, "gpus", [source for source, _ in found], figures.gpus([run for _, run in found]))]


def roofline_chart(root: pathlib.Path, machine: pathlib.Path) -> list[Chart]:
    runs, sources = {}, []
    names = {path.stem.partition("_")[0] for path in machine.glob("*.json")}
    for ladder in sorted(names):
        choices = (machine / f"{name}.json" for name in (ROOFLINE_INPUTS.get(ladder, ladder), ladder))
        path = next((path for path in choices if path.exists()), None)
        run = figures.load(path) if path else {}
        if run.get("backend") == "cuda":
            runs[ladder] = run
            sources.append(path.relative_to(root).as_posix())
    if not runs:
        return []
    constants = root / "results" / "gpu_constants" / f"{machine.name}.json"
    known = figures.load(constants) if constants.exists() else None
    sources += [constants.relative_to(root).as_posix()] if known else []
    return [Chart(f"results/pictures/roofline_{machine.name}.svg", "roofline", sources, figures.roofline(runs, known))]


def all_charts(root: pathlib.Path) -> list[Chart]:
    charts = []
    for readme in readmes(root):
        if readme.parent != root:  # its tables are those of the topics
            charts += charts_of_readme(root, readme)
    for machine in sorted((root / "results").iterdir()):
        if machine.is_dir():
            charts += roofline_chart(root, machine)
    return charts


def left_over(root: pathlib.Path, charts: list[Chart]) -> list[pathlib.Path]:
    """Charts in the pictures folders that belong to no figures any more."""
    wanted = {root / chart.path for chart in charts}
    there = [path for folder in {path.parent / "pictures" for path in readmes(root)} for path in folder.glob("*.svg")]
    return sorted(path for path in there if OURS.fullmatch(path.name) and path not in wanted)
