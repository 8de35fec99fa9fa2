"""Figures as HTML and as text. Each carries the place in the JSON file that it comes from, which a test looks up."""
from __future__ import annotations

import importlib.util
from html import escape
from pathlib import Path

from .repository import ROOT, Machine


def load_tables():
    """scripts/tables.py, which makes the tables of the READMEs."""
    spec = importlib.util.spec_from_file_location("tables", ROOT / "scripts" / "tables.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


tables = load_tables()
seconds, digits = tables.seconds, tables.digits


def source_name(file: Path) -> str:
    return str(file.relative_to(ROOT)) if file.is_relative_to(ROOT) else file.name


def figure(text: str, value: float, file: Path, place: str) -> str:
    """text is what the reader sees of value, which stands in the file at place, as in versions/2/gpu_seconds."""
    return f'<data value="{value!r}" data-from="{escape(source_name(file))}" data-at="{place}">{escape(text)}</data>'


def quotient(text: str, value: float, file: Path, above: str, below: str) -> str:
    """The same for a figure that is one place over another."""
    return figure(text, value, file, f"{above} / {below}")


def place_of(run: dict, version: str) -> int | None:
    return next((i for i, v in enumerate(run["versions"]) if v["version"] == version), None)


def times(machine: Machine, ladder: str, version: str) -> list[tuple[str, str]]:
    """Name and HTML of what a GPU measured of a version; empty where it did not."""
    run, file = machine.run(ladder), machine.folder / f"{ladder}.json"
    index = place_of(run, version) if run else None
    if index is None or "gpu_seconds" not in run["versions"][index]:
        return []
    v, at = run["versions"][index], f"versions/{index}"
    found = [("GPU time", figure(seconds(v["gpu_seconds"]), v["gpu_seconds"], file, f"{at}/gpu_seconds")),
             (run["rate_unit"], figure(digits(v["rate"], 4), v["rate"], file, f"{at}/rate"))]
    if v.get("share_of_peak"):
        found.append((f"of {run.get('limit', 'peak')}",
                      figure(f"{100 * v['share_of_peak']:.1f} %", v["share_of_peak"], file, f"{at}/share_of_peak")))
    before = run["versions"][index - 1] if index and version != "lib" else {}
    if "gpu_seconds" in before:
        ratio = before["gpu_seconds"] / v["gpu_seconds"]
        found.append((f"x {before['version']}", quotient(digits(ratio, 3), ratio, file, f"versions/{index - 1}/gpu_seconds",
                                                         f"{at}/gpu_seconds")))
    return found


# Name, the counter above, the counter below (none: no quotient), and the decimals.
COUNTS = [
    ("global loads", "global_loads/requests", "", 0),
    ("sectors per load", "global_loads/sectors", "global_loads/requests", 2),
    ("global stores", "global_stores/requests", "", 0),
    ("sectors per store", "global_stores/sectors", "global_stores/requests", 2),
    ("global atomics", "global_atomics/requests", "", 0),
    ("shared loads", "shared_loads/requests", "", 0),
    ("bank conflicts of loads", "shared_loads/wavefronts", "shared_loads/ideal_wavefronts", 2),
    ("shared stores", "shared_stores/requests", "", 0),
    ("bank conflicts of stores", "shared_stores/wavefronts", "shared_stores/ideal_wavefronts", 2),
    ("shared atomics", "shared_atomics/requests", "", 0),
    ("texture loads", "texture_loads/requests", "", 0),
    ("barriers", "barriers", "", 0),
    ("warp collectives", "warp_collectives", "", 0),
    ("active threads per warp", "active_threads_per_warp", "", 1),
]


def look_up(data, place: str):
    for part in place.split("/"):
        data = data[int(part)] if isinstance(data, list) else data[part]
    return data


def counts(machine: Machine, ladder: str, version: str) -> list[tuple[str, str]]:
    """Name and HTML of what the emulator counted, without what did not occur."""
    run, file = machine.run(ladder), machine.folder / f"{ladder}.json"
    index = place_of(run, version) if run else None
    if index is None or "counters" not in run["versions"][index]:
        return []
    counters, at = run["versions"][index]["counters"], f"versions/{index}/counters"
    found = []
    for name, above, below, decimals in COUNTS:
        if above.split("/")[0] not in counters:
            continue
        value = look_up(counters, above)
        if not value or (below and not look_up(counters, below)):
            continue
        if below:
            value /= look_up(counters, below)
            found.append((name, quotient(f"{value:.{decimals}f}", value, file, f"{at}/{above}", f"{at}/{below}")))
        else:
            found.append((name, figure(f"{value:,.{decimals}f}".replace(",", "\u202f"), value, file, f"{at}/{above}")))
    return found
