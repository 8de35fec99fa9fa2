#!/usr/bin/env python3
"""Writes the tables in the READMEs from the measured figures under results/.

A table stands between two markers; the first names the figures that
scripts/measure left:

    <!-- table: results/nvidia-h200/reduce.json -->
    <!-- end of table -->
"""
import functools
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "lab"))
from tool import arguments, ladders  # noqa: E402

TABLE = re.compile(r"(<!-- table: (\S+) -->\n)(.*?)(<!-- end of table -->)", re.DOTALL)


def markdown(head, rows):
    """A table whose first two columns are text and whose other columns are figures."""
    lines = [" | ".join(row) for row in [head, ["---", "---"] + ["--:"] * (len(head) - 2)] + rows]
    return "".join(f"| {line} |\n" for line in lines)


def verdict(version):
    return {"ok": "", "WRONG as meant": "wrong, as it is meant to be", "refused": "refuses this size"}.get(
        version["status"], version["status"])


def seconds(value):
    """With four significant digits, in the unit that suits."""
    for unit, scale in (("s", 1), ("ms", 1e3), ("us", 1e6)):
        if value * scale >= 1 or unit == "us":
            return f"{value * scale:#.4g} {unit}"
    return ""


def digits(value, count):
    """With that many significant digits and no exponent: 12380, not 1.238e+04."""
    rounded = float(f"{value:.{count}g}")
    return f"{rounded:.0f}" if rounded >= 10 ** (count - 1) else f"{rounded:.{count}g}"


def scaling(run):
    """Of several GPUs."""
    head = ["version", "idea", "GPU time", run["rate_unit"], "x one GPU", "efficiency, %", "bytes per step", "hidden, %",
            "x one before"]
    rows, before = [], None
    for v in run["versions"]:
        row = [v["version"], v["idea"]]
        if "scaling" in v:
            s, t = v["scaling"], v["gpu_seconds"]
            row += [seconds(t), digits(v["rate"], 4), digits(s["speedup"], 3), f"{100 * s['efficiency']:.1f}",
                    f"{s['bytes_per_step']:.0f}", f"{100 * s['exchange_hidden']:.0f}", digits(before / t, 3) if before else ""]
            before = t
        else:
            row += [verdict(v)] + [""] * (len(head) - 3)
        rows.append(row)
    device = run["device"]
    return (f"{device['name']}, CUDA {device['runtime'] // 1000}.{device['runtime'] % 1000 // 10}; {run['input']}."
            f"{newer_versions(run)}\n\n" + markdown(head, rows))


def without_empty_columns(head, rows):
    """Only the columns in which some row says something."""
    kept = [i for i in range(len(head)) if any(row[i] for row in rows)]
    return [head[i] for i in kept], [[row[i] for i in kept] for row in rows]


@functools.cache
def versions_of(program):
    """v1, v2, ... of a ladder; none of a single version's program."""
    ladder = ladders.in_project(ROOT).get(program)
    return [f"v{number}" for number in sorted(ladder.versions)] if ladder else []


def newer_versions(run):
    """A sentence that names the ladder's versions that were not there yet when this was measured."""
    measured = {v["version"] for v in run["versions"]}
    missing = [version for version in versions_of(run["program"]) if version not in measured]
    return f" Measured before {' and '.join(missing)} {'was' if len(missing) == 1 else 'were'} there." if missing else ""


def times(run):
    if any(v.get("scaling", {}).get("gpus", 1) > 1 for v in run["versions"]):
        return scaling(run)
    library = next((v["gpu_seconds"] for v in run["versions"] if v["version"] == "lib" and "gpu_seconds" in v), None)
    head = ["version", "idea", "GPU time", run["rate_unit"], f"% of {run.get('limit', 'peak')}"]
    head += [run["unit"]] if "unit" in run else []
    head += ["speedup", "with mem ops", "x one before"]
    head += ["x library"] if library else []
    errors = any("error" in v for v in run["versions"])
    head += ["error"] if errors else []
    rows, before = [], None
    for v in run["versions"]:
        row = [v["version"], v["idea"]]
        if "gpu_seconds" in v:
            t = v["gpu_seconds"]
            row += [seconds(t), digits(v['rate'], 4), f"{100 * v['share_of_peak']:.1f}" if v["share_of_peak"] else ""]
            row += [digits(v['unit_rate'], 4)] if "unit" in run else []
            row += [digits(v['speedup'], 4) if "speedup" in v else "",
                    digits(v['speedup_with_memory'], 3) if "speedup" in v else "",
                    digits(before / t, 3) if before and v["version"] != "lib" else ""]
            row += [f"{library / t:.2f}"] if library else []
            row += [f"{v['error']:.1e}" if "error" in v else ""] if errors else []
            before = t
        else:
            row += [verdict(v)] + [""] * (len(head) - 3)
        rows.append(row)
    device = run["device"]
    cpu = f"; CPU {seconds(run['cpu_seconds'])}" if run["cpu_seconds"] else ""
    cpu += f" (scaled up from {100 * run['cpu_share']:.3g} % of the work)" if "cpu_share" in run else ""
    caption = (f"{device['name']}, CUDA {device['runtime'] // 1000}.{device['runtime'] % 1000 // 10}; {run['input']}; "
               f"{run['cache']} cache{cpu}.{newer_versions(run)}\n\n")
    return caption + markdown(*without_empty_columns(head, rows))


def ratio(a, b):
    return f"{a / b:.2f}" if b else ""


def percent(a, b):
    return f"{100 * a / b:.0f}" if b else ""


def between_gpus(c):
    """What travels between GPUs, directly and by way of the host; only of ladders with several."""
    if "links" not in c:
        return ["", "", ""]
    means = ("copies", "reads", "writes", "collectives")
    direct = sum(link[kind]["bytes"] for link in c["links"] for kind in means)
    host = sum(link["through_host"]["bytes"] for link in c["links"])
    host += sum(c[kind]["bytes"] for kind in ("pageable_copies", "pinned_copies"))
    return [str(direct or ""), str(host or ""), str(c["host_waits"] or "")]


def counters(run):
    head = ["version", "idea", "global loads", "sectors per load", "global stores", "bus utilisation, %",
            "global atomics", "shared loads", "threads per shared load", "bank conflicts", "shared atomics",
            "same address", "tensor instructions", "barriers", "texture loads", "bytes between GPUs",
            "bytes through the host", "host waits"]
    rows, missing = [], ""
    for v in run["versions"]:
        if "gpus" in run and v["status"] == "refused":
            missing += f" {v['version']} is not counted: {v['detail'].split(':')[0]}."
            continue
        c = v["counters"]
        loads, stores, shared = c["global_loads"], c["global_stores"], c["shared_loads"]
        shared_all = [c[kind] for kind in ("shared_loads", "shared_stores", "shared_atomics")]
        atomics = c["shared_atomics"] if c["shared_atomics"]["requests"] else c["global_atomics"]
        rows.append([v["version"], v["idea"], str(loads["requests"] or ""), ratio(loads["sectors"], loads["requests"]),
                     str(stores["requests"] or ""),
                     percent(sum(s["bytes_asked"] for s in (loads, stores)), 32 * sum(s["sectors"] for s in (loads, stores))),
                     str(c["global_atomics"]["lanes"] or ""),
                     str(shared["requests"] or ""), ratio(shared["lanes"], shared["requests"]),
                     ratio(sum(s["wavefronts"] for s in shared_all), sum(s["ideal_wavefronts"] for s in shared_all)),
                     str(c["shared_atomics"]["lanes"] or ""), ratio(atomics["same_address"], atomics["requests"]),
                     str(c.get("tensor_instructions", "")), str(c["barriers"] or ""),
                     str(c.get("texture_loads", {}).get("requests", ""))] + between_gpus(c))
    return f"Emulator; {run['input']}.{missing}\n\n" + markdown(*without_empty_columns(head, rows))


def table(path):
    run = json.loads((ROOT / path).read_text())
    return counters(run) if run["backend"] == "emulator" else times(run)


def main():
    parser = arguments.of_script("tables.py", __doc__)
    parser.add_argument("--check", action="store_true", help="exit with 1 if a table is not what its figures say; write nothing")
    check = parser.parse_args().check
    stale = []
    for readme in sorted(ROOT.glob("**/README.md")):
        if "build" in readme.relative_to(ROOT).parts:
            continue
        old = readme.read_text()
        new = TABLE.sub(lambda m: m[1] + table(m[2]) + m[4], old)
        if new != old:
            stale.append(str(readme.relative_to(ROOT)))
            if not check:
                readme.write_text(new)
    if check and stale:
        sys.exit(f"Tables: not what the figures say, run scripts/tables.py: {', '.join(stale)}")
    print("Tables: ok" if check else f"Tables: {', '.join(stale) or 'nothing to change'}")


if __name__ == "__main__":
    main()
