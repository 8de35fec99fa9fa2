"""The first page: what this is, where to begin, and a card per ladder."""
from __future__ import annotations

from html import escape

from . import figures
from .ladder_page import page_of, problem
from .repository import ROOT, Ladder, Machine, Topic, exercises, topics
from .text import Pages


def gain(ladder: Ladder, machine: Machine) -> str:
    """How many times as fast as the first timed version the fastest is, as HTML; nothing where that is no gain."""
    run, file = machine.run(ladder.name), machine.folder / f"{ladder.name}.json"
    timed = [(v["gpu_seconds"], i) for i, v in enumerate(run["versions"] if run else []) if "gpu_seconds" in v and v["version"] != "lib"]
    if len(timed) < 2:
        return ""
    (first, i), (best, k) = timed[0], min(timed)
    if first / best < 1.05:
        return ""
    ratio = figures.quotient(f"{figures.digits(first / best, 3)} x", first / best, file, f"versions/{i}/gpu_seconds", f"versions/{k}/gpu_seconds")
    return f"{ratio} from {run['versions'][i]['version']} to {run['versions'][k]['version']}"


def card(topic: Topic, ladder: Ladder, machine: Machine | None) -> str:
    count = sum(version.name != "lib" for version in ladder.versions)
    more = gain(ladder, machine) if machine else ""
    href = page_of(topic, ladder).replace("index.md", "index.html")
    return (f'<li><a href="{href}"><b>{ladder.name}</b><span class="problem">{escape(problem(topic, ladder))}</span>'
            f'<span class="count">{count} versions{f"<span class=gain>{more}</span>" if more else ""}</span></a></li>')


def write_start(pages: Pages, here: list[Machine]) -> str:
    page = "index.md"
    machine = next((one for one in here if not one.emulated), None)
    cards = "".join(card(topic, ladder, machine) for topic in topics() for ladder in topic.ladders)
    below = f'<p class="caption">Gains: GPU time on {escape(machine.title)}.</p>' if machine else ""
    count = sum(sum(v.name != "lib" for v in ladder.versions) for topic in topics() for ladder in topic.ladders)
    steps = [("Run a ladder", "scripts/run reduce", "All versions on one input, in one table: times on a GPU, exact counts without one.", "guide/index.html#start", "Start"),
             ("Learn by doing", "scripts/lab start vecadd_grid", f"{len(exercises())} exercises, checked each time you save. No GPU is needed.", "course/index.html", "The course"),
             ("See why", "scripts/run reduce_v2 --explain", "What limits a kernel, line by line, and what to try.", "emulator/index.html#explanations", "Explanations")]
    shown = "".join(f"<li><h3>{name}</h3><p>{words}</p><pre><code>{command}</code></pre><a href={href}>{link}</a></li>"
                    for name, command, words, href, link in steps)
    pages.of_path["."] = "guide/index.md"
    pages.texts[page] = (
        '---\ntitle: "CUDA Ladders"\nhide:\n  - navigation\n  - toc\n---\n# CUDA Ladders\n'
        + pages.fragment('<p class="lead">For each classic problem of a GPU course, a ladder of CUDA versions: from the first naive kernel to the limit of '
                         f'the hardware, each one idea better than the one before. {count} versions, each one file that you can run and change, with a GPU or without.</p>'
                         f'<ul class="steps">{shown}</ul>')
        + "\n\n## The ladders\n" + pages.fragment(f'<ul class="cards">{cards}</ul>{below}'))
    return page
