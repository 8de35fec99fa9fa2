#!/usr/bin/env python3
"""floors_test.py TABLE BIN RESULTS: whether the floors hold for what an H200 has measured.

A floor is the least time that a run can take, so it must not exceed the measured time. The emulator runs small inputs;
the table says how their floors grow to the size that was measured. It also names the resource that the ladder's README
names for each version: the largest floor must be that one for 80 % of them. What is missing are mostly rungs that issue many
instructions, of which the emulator counts basic blocks only: a square root or a division is nothing to it.
"""
import json
import os
import subprocess
import sys
from pathlib import Path

UNITS = {"Ki": 1 << 10, "Mi": 1 << 20, "Gi": 1 << 30}
# The L2 keeps at most so much of what a launch reads, and of what it writes; seconds, as the emulator runs without it.
KEPT = 2 * 6.3e7 / 4.62e12
# What grows more slowly than the work, in the modes square and cube.
SLOW = {"device memory", "L2 cache", "L2 to multiprocessors", "launches", "bus to the host", "links between GPUs"}
LAUNCHES = 3.6e5  # per second, as gpus.inc has it
SHARE = 0.80  # of the rungs whose largest floor is the one that the README names


def size_of(text: str) -> int:
    """4Ki -> 4096."""
    return int(text[:-2]) * UNITS[text[-2:]] if text[-2:] in UNITS else int(text)


def floors(folder: Path, ladder: str, options: str, size: str) -> dict[str, dict[str, float]]:
    """Of each version that runs: the seconds of each resource."""
    command = [folder / ladder, *options.split(), "-n", size, "--explain", "--json", "-"]
    words = options.split()
    devices = f",devices={words[words.index('--gpus') + 1]}" if "--gpus" in words else ""
    environment = dict(os.environ, CUDA_EMULATOR="quiet,explain=H200-without-L2" + devices)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=500, check=True)
    return {v["version"]: {r["resource"]: r["seconds"] for r in v["floor"]["resources"]}
            for v in json.loads(done.stdout)["versions"] if v["floor"]["resources"]}


def grown(mode: str, sizes: list[int], small: dict[str, float], larger: dict[str, float], full: int) -> dict[str, float]:
    """The floors at the full size."""
    mode, _, times = mode.partition("*")
    if mode in ("linear", "area"):
        power = {"linear": 1, "area": 2}[mode]
        steps = (full**power - sizes[0]**power) / (sizes[1]**power - sizes[0]**power)
        large = {name: seconds + steps * (larger.get(name, 0) - seconds) for name, seconds in small.items()}
    else:
        factor = (full / sizes[0]) ** {"square": 2, "cube": 3}[mode]
        large = {name: seconds if name in SLOW else seconds * factor for name, seconds in small.items()}
    large["launches"] = small.get("launches", 0)  # a run of copies or collectives alone has none
    large["device memory"] = max(0, large.get("device memory", 0) - KEPT * large["launches"] * LAUNCHES)
    return {name: seconds * int(times or 1) for name, seconds in large.items()}


class Judge:
    def __init__(self) -> None:
        self.failures: list[str] = []
        self.named: list[str] = []  # rungs whose largest floor is the README's resource
        self.others: list[str] = []

    def judge(self, where: str, floor: dict[str, float], measured: float, resource: str) -> None:
        largest = max(floor, key=lambda name: floor[name])
        row = f"{where}: at least {floor[largest] * 1e6:.4g} us, {largest}; measured {measured * 1e6:.4g} us"
        print(row + ("" if largest == resource else f"; README: {resource}"))
        if floor[largest] > measured:
            self.failures.append("the floor does not hold: " + row)
        (self.named if largest == resource else self.others).append(where)

    def verdict(self) -> int:
        count = len(self.named) + len(self.others)
        share = len(self.named) / max(1, count)
        print(f"{count} rungs; of {100 * share:.0f} % the largest floor is what the README names")
        if share < SHARE:
            self.failures.append(f"the README's resource is the largest for {100 * share:.0f} % only: {self.others}")
        print("\n".join(self.failures))
        return len(self.failures) > 0 or count < 60


def judge_row(judge: Judge, row: list[str], folder: Path, results: Path) -> None:
    """row: results file, ladder, options, mode, two sizes or one, the full size, and v1=resource, ..."""
    name, ladder, options, mode, sizes_text, full = row[:6]
    sizes = sizes_text.split(",")
    runs = [floors(folder, ladder, options, size) for size in sizes]
    with open(results / f"{name}.json", encoding="utf-8") as file:
        measured = {v["version"]: v["kernel_seconds"]["median"] for v in json.load(file)["versions"]
                    if "kernel_seconds" in v}
    named = dict(part.strip().split("=") for part in row[6].split(","))
    for version, resource in named.items():
        floor = grown(mode, [size_of(s) for s in sizes], runs[0][version], runs[-1][version], size_of(full))
        judge.judge(f"{name} {version}", floor, measured[version], resource)


def main(table: str, folder: str, results: str) -> int:
    judge = Judge()
    for line in Path(table).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            judge_row(judge, [part.strip() for part in line.split("|")], Path(folder), Path(results))
    return judge.verdict()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))
