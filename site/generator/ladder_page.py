"""A page per ladder: its story, its versions with what changed from each to the next, figures, exercises."""
from __future__ import annotations

import re
from html import escape
from pathlib import Path

from . import figures
from .listing import difference, listing
from .mine import Mine
from .repository import ROOT, Ladder, Machine, Topic, Version, exercises, machines
from .source import traffic_of
from .text import Pages, prepared, sections, title, without_title


def page_of(topic: Topic, ladder: Ladder | None = None) -> str:
    """Of a ladder; without one, of the topic."""
    within = f"{ladder.folder.name}/" if ladder and len(topic.ladders) > 1 else ""
    return f"ladders/{topic.name}/{within}index.md"


def register(pages: Pages, topics: list[Topic]) -> None:
    """Tells which page shows which file, so that links can be written."""
    for topic in topics:
        path = topic.folder.relative_to(ROOT).as_posix()
        pages.of_path[path] = page_of(topic)
        for ladder in topic.ladders:
            page = page_of(topic, ladder)
            pages.of_path.setdefault(ladder.folder.relative_to(ROOT).as_posix(), page)
            for version in ladder.versions:
                pages.of_path[version.file.relative_to(ROOT).as_posix()] = f"{page}#{version.name}"


def rungs(ladder: Ladder, here: list[Machine]) -> str:
    """The whole ladder in a few lines, each version a link, with its time on the first machine that measured it."""
    gpu = next((m for m in here if figures.times(m, ladder.name, ladder.versions[-1].name)
                or figures.times(m, ladder.name, ladder.versions[min(1, len(ladder.versions) - 1)].name)), None)
    items = []
    longest = max((v.get("gpu_seconds", 0) for v in gpu.run(ladder.name)["versions"]), default=0) if gpu else 0
    for version in ladder.versions:
        found = dict(figures.times(gpu, ladder.name, version.name)) if gpu else {}
        time = f'<span class="time">{found["GPU time"]}</span>' if found else '<span class="time"></span>'
        bar = ""
        if found:
            run = gpu.run(ladder.name)
            share = run["versions"][figures.place_of(run, version.name)]["gpu_seconds"] / longest
            bar = f'<span class="bar"><span style="width:{100 * share:.2f}%"></span></span>'
        items.append(f'<li{" class=lib" if version.name == "lib" else ""}><a href="#{version.name}"><b>{version.name}</b> '
                     f"<span class=idea>{escape(version.idea)}</span> {time}{bar}</a></li>")
    below = f"<p class=caption>GPU time on {escape(gpu.title)}; {escape(gpu.run(ladder.name)['input'])}.</p>" if gpu else ""
    return f'<nav class="rungs" aria-label="Versions of {ladder.name}"><ol>{"".join(items)}</ol>{below}</nav>'


def facts(version: Version, here: list[Machine]) -> str:
    """The figures of one version, a row per machine."""
    rows = []
    for machine in here:
        found = figures.counts(machine, version.ladder, version.name) if machine.emulated else figures.times(machine, version.ladder, version.name)
        if found:
            cells = "".join(f"<div><dt>{escape(name)}</dt><dd>{value}</dd></div>" for name, value in found)
            given = machine.run(version.ladder)["input"]
            rows.append(f'<section class="facts" data-search-exclude><p><b>{escape(machine.title)}</b> <span>{escape(given)}</span></p>'
                        f"<dl>{cells}</dl></section>")
    return "".join(rows)


def emulator_of(here: list[Machine]) -> Machine:
    return next(machine for machine in here if machine.emulated)


def version_source(version: Version, here: list[Machine]) -> str:
    machine = emulator_of(here)
    text = version.file.read_text()
    traffic = traffic_of(version.file, text, machine.folder / f"{version.ladder}.json", machine.run(version.ladder), version.name)
    return listing(text, version.file.relative_to(ROOT).as_posix(), version.name, traffic)


def version_parts(pages: Pages, ladder: Ladder, here: list[Machine]) -> str:
    parts, before = [], None
    for version in ladder.versions:
        parts.append(f"\n\n### {version.name}: {version.idea} {{#{version.name}}}\n")
        parts.append(pages.fragment(facts(version, here) + version_source(version, here)))
        if before and version.name != "lib":
            parts.append(f"\n\n#### What changed from {before.name} to {version.name} {{#{before.name}-{version.name}}}\n")
            parts.append(pages.fragment(difference(before.file.read_text(), version.file.read_text(), before.file.name, version.file.name)))
        before = version
    return "".join(parts)


def mine_part(pages: Pages, mine: Mine | None, ladder: Ladder, here: list[Machine]) -> str:
    if mine is None or mine.ladder != ladder.name:
        return ""
    text = mine.file.read_text()
    machine = Machine(mine.folder, True)
    traffic = traffic_of(mine.file, text, mine.folder / f"{ladder.name}.json", machine.run(ladder.name), mine.version) if machine.emulated else {}
    like = next((v for v in ladder.versions if v.name == mine.version), ladder.versions[0])
    own = Version(ladder.name, mine.version, mine.file, like.idea)
    return ("\n\n## Your kernel {#mine}\n\n"
            f"`{mine.file.name}`, built in the place of {mine.version} and measured on this machine.\n"
            + pages.fragment(facts(own, [machine]) + listing(text, mine.file.name, "mine", traffic))
            + f"\n\n### What is different from {like.name} {{#{like.name}-mine}}\n"
            + pages.fragment(difference(like.file.read_text(), text, like.file.name, mine.file.name)))


def exercise_part(pages: Pages, page: str, ladder: Ladder) -> str:
    rows = [f"- [{one.title}]({pages.link(page, f'lab/{one.name}/index.md')}): {one.kind}, {one.minutes} minutes. {one.teaches}"
            for one in exercises().values() if one.ladder == ladder.name]
    return "\n\n## Exercises\n\n" + "\n".join(rows) + "\n" if rows else ""


def ladder_parts(pages: Pages, page: str, ladder: Ladder, here: list[Machine], mine: Mine | None) -> str:
    return (mine_part(pages, mine, ladder, here)
            + "\n\n## The versions {#versions}\n\n"
            + "Each version with what was measured of it, its source, and what changed from the version before. Counts beside a line are the emulator's.\n"
            + version_parts(pages, ladder, here) + exercise_part(pages, page, ladder))


def front(name: str, description: str) -> str:
    return f'---\ntitle: "{name}"\ndescription: "{description}"\nhide:\n  - toc\n---\n'


def write_overview(pages: Pages, topics: list[Topic]) -> str:
    """All ladders in one table, in the README's words."""
    page = "ladders/index.md"
    rows = []
    for topic in topics:
        for ladder in topic.ladders:
            ideas = [version.idea for version in ladder.versions if version.name != "lib"]
            rows.append(f"| [{ladder.name}]({pages.link(page, page_of(topic, ladder))}) | {problem(topic, ladder)} | {len(ideas)} | {ideas[0]} | {ideas[-1]} |")
    pages.texts[page] = ("---\ntitle: All ladders\n---\n# The ladders\n\nEach ladder solves one problem by version after version. The order is that of a first course: "
                         "each ladder needs only what those above it have shown.\n\n"
                         "| ladder | problem | versions | the first | the last |\n| --- | --- | --: | --- | --- |\n" + "\n".join(rows) + "\n")
    return page


def problem(topic: Topic, ladder: Ladder) -> str:
    """In the words of the README: of the table of the topic's ladders, or of its title."""
    row = re.search(rf"^\| \[`{ladder.name}`\]\([^)]*\) \| ([^|]+) \|", topic.story, re.M)
    return row[1].strip() if row else title(topic.story).partition(": ")[2]


def write_topic(pages: Pages, topic: Topic, here: list[Machine], mine: Mine | None) -> list:
    """The topic's pages; gives their place in the navigation."""
    readme = prepared(topic.story)
    folder, page = topic.folder.relative_to(ROOT).as_posix(), page_of(topic)
    heading = title(readme).replace("`", "")
    if len(topic.ladders) == 1:
        ladder = topic.ladders[0]
        intro, rest = sections(without_title(readme))
        story = f"\n{pages.fragment(rungs(ladder, here))}\n{intro.strip()}\n" + "".join(f"\n\n## {name}\n{text}" for name, text in rest)
        pages.texts[page] = (front(ladder.name, heading) + f"# {heading}\n" + pages.rewritten(story, page, folder)
                             + ladder_parts(pages, page, ladder, here, mine))
        return [{ladder.name: page}]
    intro, rest = sections(without_title(readme))
    kept = [(name, text) for name, text in rest if name not in {ladder.name for ladder in topic.ladders}]
    pages.texts[page] = (front(topic.name, heading) + f"# {heading}\n"
                         + pages.rewritten(intro + "".join(f"\n\n## {name}\n{text}" for name, text in kept), page, folder))
    entries: list = [{"overview": page}]
    for ladder in topic.ladders:
        own = page_of(topic, ladder)
        story = next((text for name, text in rest if name == ladder.name), "")
        pages.texts[own] = (front(ladder.name, f"{ladder.name}: {heading}") + f"# {ladder.name}\n"
                            + f"\nOne of the ladders of [{topic.name}]({pages.link(own, page)}), where the common limits and questions are.\n"
                            + pages.fragment(rungs(ladder, here)) + "\n\n## The story\n"
                            + pages.rewritten(story, own, folder) + ladder_parts(pages, own, ladder, here, mine))
        entries.append({ladder.name: own})
    return [{topic.name: entries}]
