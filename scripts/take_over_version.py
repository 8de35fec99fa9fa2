#!/usr/bin/env python3
"""scripts/take_over_version.py <figures.json> <version.json>: puts the version of the second run into the first, a whole ladder's.

A version with a process per GPU is measured on its own, under mpirun; in the ladder's own run it only says so. Both runs
must have the same input on the same machine.
"""
import json
import pathlib
import sys


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    path = pathlib.Path(sys.argv[1])
    ladder, one = json.loads(path.read_text()), json.loads(pathlib.Path(sys.argv[2]).read_text())
    for field in ("backend", "device", "input", "rate_unit", "cache"):
        if ladder[field] != one[field]:
            sys.exit(f"{sys.argv[2]}: {field} is {one[field]}, that of {path} {ladder[field]}")
    (version,) = one["versions"]
    versions = {v["version"]: v for v in ladder["versions"]} | {version["version"]: version}
    ladder["versions"] = sorted(versions.values(), key=lambda v: int(v["version"].removeprefix("v")))
    path.write_text(json.dumps(ladder, indent=2, ensure_ascii=False))


if __name__ == "__main__":
    main()
