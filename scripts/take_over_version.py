#!/usr/bin/env python3
"""Puts the one version of the second run into the ladder's run, with its own
`command`.

A version with a process per GPU is measured on its own, under mpirun: in a run
of the ladder it only says that. Both runs must be of the same input on the same
machine.
"""
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "lab"))
from tool import arguments  # noqa: E402


def main():
    parser = arguments.of_script("take_over_version.py", __doc__)
    parser.add_argument("ladder", type=pathlib.Path, metavar="LADDER.json", help="is rewritten")
    parser.add_argument("version", type=pathlib.Path, metavar="VERSION.json")
    given = parser.parse_args()
    path = given.ladder
    ladder, one = json.loads(path.read_text()), json.loads(given.version.read_text())
    for field in ("backend", "device", "input", "rate_unit", "cache"):
        if ladder[field] != one[field]:
            sys.exit(f"{given.version}: {field} is {one[field]}, that of {path} {ladder[field]}")
    (version,) = one["versions"]
    if "scaling" in version:
        version["command"] = f"mpirun -n {version['scaling']['gpus']} {one['command']}"
    ladder["versions"][[v["version"] for v in ladder["versions"]].index(version["version"])] = version
    path.write_text(json.dumps(ladder, indent=2, ensure_ascii=False))


if __name__ == "__main__":
    main()
