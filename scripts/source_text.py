#!/usr/bin/env python3
"""Adds to the line counters of scripts/measure's JSON files the text of each
source line, and leaves out what --counters counts of the host.

A line is known again by its text, and by which of the file's lines with that
text it is (`occurrence`, from 0), also after lines were added above it. The
site shows the counters beside the lines.
"""
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "lab"))
from tool import arguments, ladders  # noqa: E402


HOST = ("launches", "blocks", "threads", "pageable_copies", "pinned_copies", "operations", "longest_chain", "streams", "graph_launches",
        "host_waits", "allocations")


# Of ladders for several GPUs these stay: what goes by way of the host, and waits for it, is what they compare.
BETWEEN_GPUS = ("pageable_copies", "pinned_copies", "host_waits")


def add_text(run, folder):
    for version in run["versions"]:
        counters = version.get("counters", {})
        for name in HOST:
            if "links" not in counters or name not in BETWEEN_GPUS:
                counters.pop(name, None)
        for entry in version.get("counters", {}).get("lines", []):
            file = folder / entry["file"]
            if "text" in entry or not file.is_file() or entry["line"] < 1:
                continue  # if it has a text: of an earlier run, whose lines may have moved since
            lines = [line.strip() for line in file.read_text().splitlines()]
            entry["text"] = lines[entry["line"] - 1]
            entry["occurrence"] = lines[:entry["line"] - 1].count(entry["text"])


def main():
    parser = arguments.of_script("source_text.py", __doc__)
    parser.add_argument("folder", type=pathlib.Path, help="with the JSON files")
    folder = parser.parse_args().folder
    all_ladders = ladders.in_project(ROOT)
    for file in sorted(folder.glob("*.json")):
        run = json.loads(file.read_text())
        if run.get("backend") == "emulator":
            add_text(run, all_ladders[run["program"]].folder)
            file.write_text(json.dumps(run, indent=2) + "\n")


if __name__ == "__main__":
    main()
