#!/usr/bin/env python3
"""scripts/take_over_version.py <ladder.json> <version.json>: puts the one version of the second run into the ladder's run,
with its own `command`.

A version with a process per GPU is measured on its own, under mpirun: in a run of the ladder it only says that. Both runs must
be of the same input on the same machine.
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
    if "scaling" in version:
        version["command"] = f"mpirun -n {version['scaling']['gpus']} {one['command']}"
    ladder["versions"][[v["version"] for v in ladder["versions"]].index(version["version"])] = version
    path.write_text(json.dumps(ladder, indent=2, ensure_ascii=False))


if __name__ == "__main__":
    main()
