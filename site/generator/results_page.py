"""Pages of measured figures: by machine, and the roofline."""
from __future__ import annotations

import json
from html import escape

from . import figures
from .ladder_page import page_of
from .pictures import inline
from .repository import ROOT, Machine, machines, read_json, topic_of, topics
from .text import Pages, prepared


def page_of_machine(machine: Machine) -> str:
    return f"results/{'here' if machine.measured_here else machine.name}/index.md"


def ladder_name(run: dict) -> str:
    return run["program"]


def machine_facts(machine: Machine) -> str:
    if machine.emulated:
        return ("Counts of the emulator, which needs no GPU. They are exact, and the same on every machine, save the active threads per warp, "
                "which depend a little on the compiler.\n")
    file = machine.runs()[0]
    device = read_json(file)["device"]

    def shown(text: str, key: str) -> str:
        return figures.figure(text, device[key], file, f"device/{key}")

    return (f"{shown(str(device['multiprocessors']), 'multiprocessors')} multiprocessors, "
            f"{shown(figures.digits(device['peak_bandwidth'] / 1e9, 4), 'peak_bandwidth')} GB/s and "
            f"{shown(figures.digits(device['peak_flops'] / 1e12, 4), 'peak_flops')} TFLOP/s at most, compute capability "
            f"{device['compute_capability'] / 10:.1f}, CUDA {device['runtime'] // 1000}.{device['runtime'] % 1000 // 10}.\n")


def write_machine(pages: Pages, machine: Machine) -> str:
    page = page_of_machine(machine)
    text = [front_matter(machine.title), f"# {machine.title}\n\n", machine_facts(machine)]
    by_ladder: dict[str, list] = {}
    for file in machine.runs():
        run = read_json(file)
        by_ladder.setdefault(ladder_name(run), []).append((file, run))
    for topic in topics():
        for ladder in topic.ladders:
            if ladder.name not in by_ladder:
                continue
            text.append(f"\n\n## {ladder.name}\n\n[The ladder]({pages.link(page, page_of(topic, ladder))})\n")
            for file, run in by_ladder[ladder.name]:
                table = figures.tables.counters(run) if run["backend"] == "emulator" else figures.tables.times(run)
                text.append(f"\n\n### {file.stem}\n\n{table}\n")
    pages.texts[page] = "".join(text)
    return page


def front_matter(name: str) -> str:
    return f'---\ntitle: "{name}"\n---\n'


def write_results(pages: Pages, here: list[Machine]) -> list:
    """Gives their place in the navigation."""
    page = "results/index.md"
    pages.of_path["results"] = page
    for machine in here:
        if not machine.measured_here:
            pages.of_path[machine.folder.relative_to(ROOT).as_posix()] = page_of_machine(machine)
    listed = "\n".join(f"- [{machine.title}]({pages.link(page, page_of_machine(machine))}): {len(machine.runs())} runs" for machine in here)
    readme = prepared((ROOT / "results" / "README.md").read_text())
    head, _, rest = readme.partition("\n\n")
    pages.texts[page] = f"{head}\n\n{listed}\n\n" + pages.rewritten(rest, page, "results")
    return [{"All machines": page}] + [{machine.title: write_machine(pages, machine)} for machine in here]


def intensity_rows(pages: Pages, page: str, machine: Machine) -> list[str]:
    """A row per version that was timed: its operations per byte, and its rate of operations as a share of the roof."""
    rows = []
    for topic in topics():
        for ladder in topic.ladders:
            run, file = machine.run(ladder.name), machine.folder / f"{ladder.name}.json"
            for i, v in enumerate(run["versions"] if run else []):
                if not v.get("gpu_seconds") or not v.get("bytes") or not v.get("operations"):
                    continue
                at, device = f"versions/{i}", run["device"]
                intensity, rate = v["operations"] / v["bytes"], v["operations"] / v["gpu_seconds"]
                roof = min(device["peak_flops"], intensity * device["peak_bandwidth"])
                link = pages.link(page, f"{page_of(topic, ladder)}#{v['version']}")
                rows.append(f"| [{ladder.name} {v['version']}]({link}) | {v['idea']} | "
                            f"{figures.quotient(figures.digits(intensity, 3), intensity, file, f'{at}/operations', f'{at}/bytes')} | "
                            f"{figures.quotient(figures.digits(rate / 1e9, 4), rate, file, f'{at}/operations', f'{at}/gpu_seconds')} | "
                            f"{100 * rate / roof:.1f} |")
    return rows


def write_roofline(pages: Pages, here: list[Machine]) -> str:
    page = "roofline/index.md"
    text = ["# Roofline\n\nA kernel that does few operations per byte can be no faster than the memory brings the bytes; one that does many can be no "
            "faster than the multiprocessors compute. The lower of the two limits is the *roof* over a kernel: operations per byte times the peak "
            "bandwidth, but at most the peak rate of operations. Bytes and operations are the fewest that the problem needs.\n"]
    for machine in here:
        rows = [] if machine.emulated else intensity_rows(pages, page, machine)
        if not rows:
            continue
        text.append(f"\n\n## {machine.title}\n\n")
        picture = ROOT / "results" / "pictures" / f"roofline_{machine.name.replace('-', '_')}.svg"
        other = picture.with_name(f"roofline_{machine.name}.svg")
        for file in (other, picture):
            if file.exists() and not machine.measured_here:
                text.append(pages.fragment(inline(file, f"picture-{len(pages.fragments)}", f"Roofline of {machine.title}")))
                break
        text.append("| version | idea | operations per byte | 10^9 operations/s | % of the roof |\n| --- | --- | --: | --: | --: |\n" + "\n".join(rows) + "\n")
    pages.texts[page] = "".join(text)
    return page
