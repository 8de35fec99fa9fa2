"""The figures that the charts show, as plain data made from the JSON under results/.

The same data stands in each chart's <metadata>, so that a test can tell whether a chart is current without drawing it.
Rates and limits are in the unit that `unit` names; results/README.md explains the fields of the JSON.
"""
from __future__ import annotations

import json
import pathlib

WHAT_HAPPENED = {"WRONG as meant": "wrong, as it is meant to be", "refused": "refuses this size",
                 "out of memory": "needs more memory than there is"}


def load(path: pathlib.Path) -> dict:
    return json.loads(path.read_text())


def rounded(value: float, digits: int = 4) -> float:
    """To that many significant digits: what a chart can show."""
    return float(f"{value:.{digits}g}")


def limit_of(run: dict) -> float | None:
    """What the versions are held against, in the run's unit: the last timed version's rate over its share of it."""
    for version in reversed(run["versions"]):
        if version.get("share_of_peak"):
            return rounded(version["rate"] / version["share_of_peak"])
    return None


def limit_name(run: dict) -> str:
    """In words: the peak of the memory, of the arithmetic, or a bound that the ladder computes."""
    if run["limit"] != "peak":
        return "bound: the longest part alone" if run["program"].startswith("stream") else run["limit"]
    return "peak of the memory" if run["rate_unit"] == "GB/s" else "peak of the arithmetic"


def ladder(run: dict) -> dict:
    """A ladder's bars: a row per version with its rate, or with what happened in place of one."""
    rows, before = [], None
    for v in run["versions"]:
        row = {"version": v["version"], "idea": v["idea"]}
        if "gpu_seconds" in v:
            row["rate"] = rounded(v["rate"])
            if before and v["version"] != "lib":
                row["x_one_before"] = rounded(before / v["gpu_seconds"], 3)
            before = v["gpu_seconds"]
        else:
            row["instead"] = WHAT_HAPPENED.get(v["status"], v["status"])
        rows.append(row)
    data = {"ladder": run["program"], "device": run["device"]["name"], "input": run["input"], "unit": run["rate_unit"],
            "rows": rows}
    if limit := limit_of(run):
        data |= {"limit": limit, "limit_name": limit_name(run)}
    return data


def gpus(runs: list[dict]) -> dict:
    """Efficiency over GPUs: a panel for one problem whatever their number is, and one for a problem that grows with them. Per
    version a line from one GPU, which is what the others are held against, to as many as were measured, in percent."""
    panels: dict[bool, dict] = {}
    for run in runs:
        for v in run["versions"]:
            if (scaling := v.get("scaling", {})).get("gpus", 1) > 1:
                panel = panels.setdefault(scaling["weak"], {"weak": scaling["weak"], "lines": {}})
                line = panel["lines"].setdefault(v["version"], {"version": v["version"], "idea": v["idea"], "points": [[1, 100]]})
                line["points"].append([scaling["gpus"], rounded(100 * scaling["efficiency"], 3)])
    for panel in panels.values():
        panel["lines"] = [line | {"points": sorted(line["points"])} for line in panel["lines"].values()]
    return {"ladder": runs[0]["program"], "device": runs[0]["device"]["name"], "inputs": [run["input"] for run in runs],
            "panels": [panels[weak] for weak in sorted(panels)]}


def sizes(sweep: dict) -> dict:
    """Rate over size: one line per program of the sweep, with its points from the smallest size on."""
    lines: dict[str, dict] = {}
    runs = [entry["run"] for entry in sweep["runs"]]
    for entry, run in zip(sweep["runs"], runs):
        version = run["versions"][0]
        line = lines.setdefault(entry["program"], {"version": version["version"], "idea": version["idea"], "points": []})
        if "gpu_seconds" in version:
            line["points"].append([entry["size"], rounded(version["rate"])])
    data = {"ladder": sweep["ladder"], "device": runs[0]["device"]["name"], "option": sweep["option"],
            "largest": runs[-1]["input"], "unit": runs[0]["rate_unit"], "lines": list(lines.values())}
    limits = [limit for run in runs if (limit := limit_of(run))]
    # A limit that depends on the size, such as shortcut's, is no line.
    if limits and max(limits) < 1.1 * min(limits):
        data |= {"limit": max(limits), "limit_name": limit_name(runs[0])}
    return data


def points_of(run: dict) -> list[dict]:
    """A ladder's versions on the roofline: those whose work model counts operations and bytes."""
    points = []
    for v in run["versions"]:
        if v.get("operations") and v.get("bytes") and "gpu_seconds" in v:
            points.append({"version": v["version"], "intensity": rounded(v["operations"] / v["bytes"]),
                           "gops": rounded(v["operations"] / v["gpu_seconds"] / 1e9)})
    return points


def measured_roof(constants: dict) -> dict:
    """What scripts/measure_gpu_constants reached: bytes/s of reading, and multiply-adds of single precision, 2 a lane."""
    issue = constants["issue"]["value"] * constants["multiprocessors"] * constants["clock"]
    return {"gbytes": rounded(constants["device_memory"]["value"] / 1e9), "gops": rounded(issue * 32 * 2 / 1e9)}


def roofline(runs: dict[str, dict], constants: dict | None) -> dict:
    """runs: a ladder's name -> one of its runs, all of one device."""
    device = next(iter(runs.values()))["device"]
    ladders = [{"ladder": name, "input": run["input"], "operation": run_operation(run), "points": points_of(run)}
               for name, run in runs.items()]
    data = {"device": device["name"],
            "data_sheet": {"gbytes": rounded(device["peak_bandwidth"] / 1e9), "gops": rounded(device["peak_flops"] / 1e9)},
            "ladders": sorted((entry for entry in ladders if entry["points"]),
                              key=lambda entry: (entry["points"][0]["intensity"], entry["ladder"])),
            "left_out": sorted(entry["ladder"] for entry in ladders if not entry["points"])}
    return data | ({"measured": measured_roof(constants)} if constants else {})


def run_operation(run: dict) -> str:
    """What the ladder counts as an operation: FLOP, step, edge, ... (where the rate is in GB/s: an operation)."""
    unit = run["rate_unit"]
    return "operation" if unit == "GB/s" else unit.removeprefix("G").removesuffix("/s")
