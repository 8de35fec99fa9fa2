"""What the default tests cost from nothing, in processor time (user + system), and their budget.

cost.py sample <compiler> <folder>    compiles sample.cpp on all processors at once, and keeps how long that takes
cost.py report <folder> <build>       lists stages, objects and tests, the dearest first; exit code 1 if the sum is over
                                      the budget by more than 15 %

<folder> has what scripts/test --cost measured: the files stages and tests, lines "<user> <system> <name>", and samples.
"""
import os
import re
import resource
import subprocess
import sys
from pathlib import Path

BUDGET = 480.0  # processor-seconds of a machine on which the sample takes REFERENCE seconds
REFERENCE = 2.2
ROUNDS = 2  # of the sample, before and after: other work on the machine shows in single ones
ALLOWED = 1.15
SHOWN = 25


def sample(compiler, folder):
    words = [compiler, "-std=c++20", "-O2", "-c", str(Path(__file__).with_name("sample.cpp")), "-o", os.devnull]
    processors = len(os.sched_getaffinity(0))
    for _ in range(ROUNDS):
        jobs = [subprocess.Popen(words) for _ in range(processors)]
        if any([job.wait() for job in jobs]):
            sys.exit(f"cost.py: {compiler} cannot compile sample.cpp")
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    with open(folder / "samples", "a") as file:
        file.write(f"{(spent.ru_utime + spent.ru_stime) / processors / ROUNDS:.3f}\n")


def seconds_of(file):
    """Each name's processor time."""
    spent = {}
    for line in file.read_text().splitlines():
        if measured := re.fullmatch(r"([\d.]+) ([\d.]+) (.*)", line):  # else the shell tells of a signal
            spent[measured[3]] = spent.get(measured[3], 0) + float(measured[1]) + float(measured[2])
    return spent


def objects_of(build, total):
    """Ninja notes how long each step took, with as many steps at a time as processors: the build's processor time is shared
    out by that."""
    elapsed = {}
    for line in (build / ".ninja_log").read_text().splitlines()[1:]:
        begin, end, _, output, _ = line.split("\t")
        elapsed[output] = (int(end) - int(begin)) / 1000
    whole = sum(elapsed.values())
    return {output: seconds * total / whole for output, seconds in elapsed.items()}


def print_dearest(what, spent):
    dearest = sorted(spent.items(), key=lambda entry: -entry[1])
    print(f"{what}: {len(spent)}, {sum(spent.values()):.0f} s; the dearest:")
    for name, seconds in dearest[:SHOWN]:
        print(f"  {seconds:6.1f} s  {name}")


def report(folder, build):
    stages = seconds_of(folder / "stages")
    print_dearest("Steps of the build", objects_of(build, stages["build"]))
    print_dearest("Tests", seconds_of(folder / "tests"))

    samples = [float(line) for line in (folder / "samples").read_text().split()]
    speed = REFERENCE / (sum(samples) / len(samples))
    whole = sum(stages.values())
    there = whole * speed
    print("Processor time from nothing: " + ", ".join(f"{name} {seconds:.0f} s" for name, seconds in stages.items())
          + f"; together {whole:.0f} s")
    print(f"This machine compiles at {speed:.2f} of the reference machine's speed: {there:.0f} s there, "
          f"{there / BUDGET:.0%} of the budget of {BUDGET:.0f} s")
    if there > ALLOWED * BUDGET:
        sys.exit(f"cost.py: the default tests cost more than {ALLOWED * BUDGET:.0f} s")


if __name__ == "__main__":
    what, first, second = sys.argv[1:]
    if what == "sample":
        sample(first, Path(second))
    else:
        report(Path(first), Path(second))
