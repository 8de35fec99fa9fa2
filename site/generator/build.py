"""scripts/site: writes the pages' Markdown, and has MkDocs make the site of it."""
from __future__ import annotations

import json
import logging
import os
import shutil
import sys
import time
from pathlib import Path

from tool.program import ToolError

from . import course_page, ladder_page, manuals, options, results_page, start_page
from .mine import Mine, measure_machine, measure_mine, say
from .repository import ROOT, machines, topics
from .text import Pages

SITE = ROOT / "site"


def write_pages(here: list, mine: Mine | None) -> tuple[Pages, list]:
    """All pages, and the navigation."""
    pages = Pages()
    ladder_page.register(pages, topics())
    manuals.register(pages)
    for exercise in course_page.exercises().values():
        pages.of_path[(exercise.folder / "task.md").relative_to(ROOT).as_posix()] = course_page.page_of_exercise(exercise.name)
    results = results_page.write_results(pages, here)
    ladders: list = [{"All ladders": ladder_page.write_overview(pages, topics())}]
    for topic in topics():
        ladders += ladder_page.write_topic(pages, topic, here, mine)
    navigation = [
        {"Start": start_page.write_start(pages, here)},
        {"Ladders": ladders},
        {"Course": [{"The course": course_page.write_course(pages)}, *course_page.write_exercises(pages)]},
        {"Results": [*results, {"Roofline": results_page.write_roofline(pages, here)}]},
        {"Manuals": manuals.write_manuals(pages)},
    ]
    return pages, navigation


def write_source(pages: Pages, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    for page, text in pages.texts.items():
        file = folder / page
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    (folder / ".fragments.json").write_text(json.dumps(pages.fragments))
    shutil.copytree(SITE / "assets", folder / "assets")


def make_site(navigation: list, source: Path, out: Path) -> None:
    from mkdocs.commands.build import build as build_site  # the pages' Markdown needs none of it
    from mkdocs.config import load_config
    logging.getLogger("mkdocs").setLevel(logging.WARNING)
    config = load_config(str(SITE / "mkdocs.yml"), docs_dir=str(source), site_dir=str(out), nav=navigation)
    config.plugins.on_startup(command="build", dirty=False)
    build_site(config)
    config.plugins.on_shutdown()
    (out / "search" / "search_index.json").unlink(missing_ok=True)  # search_index.js is the same


def measured_here(names: list[str], build: Path) -> Path:
    folder = ROOT / "build" / "site-run" / "machine"
    shutil.rmtree(folder, ignore_errors=True)
    measure_machine(names, build, folder)
    return folder


def main() -> int:
    chosen = options.parse()
    build, backend = Path(os.environ["SITE_BUILD"]), "cuda" if os.environ["SITE_PRESET"] == "gpu" else "emulator"
    start = time.monotonic()
    try:
        here = measured_here(chosen.run, build) if chosen.run else None
        mine = measure_mine(chosen.mine, build, backend, ROOT / "build" / "site-run" / "mine") if chosen.mine else None
        pages, navigation = write_pages(machines(here), mine)
        out = chosen.out.resolve()
        source = out.with_name(out.name + "-src")
        write_source(pages, source)
    except (ToolError, OSError) as error:
        print(f"scripts/site: {error}", file=sys.stderr)
        return 1
    make_site(navigation, source, out)
    say(f"{len(pages.texts)} pages in {time.monotonic() - start:.0f} s: open {os.path.relpath(out)}/index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
