#!/usr/bin/env python3
"""run_mistakes.py <build folder> [--only WORDS] [--show] [--jobs N] <ladder>.txt ...

Plants each mistake of the tables into a copy of its version, builds that one program against the libraries of an
emulator build, runs it with --selftest and without options, and compares what it prints with what the table expects.
README.md beside this file describes the tables. Exit code 1 if any row fails, 77 if the build was not made by Ninja.
"""
import argparse
import concurrent.futures
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from table import Row, Wrong, line_of, planted, read_table

# For each of the two runs, in seconds. Of the processor's time, since a busy machine is no mistake; a program that only
# sleeps is ended later.
TIME_LIMIT = 10
SLEEP_LIMIT = 60
MODES = {"selftest": ["--selftest"], "plain": []}  # a row's options are the plain run's: a self-test has its own


class Build:
    def __init__(self, folder):
        self.folder = Path(folder).resolve()
        self.commands_of = {}

    def commands(self, program):
        """How Ninja compiles the program's version and links it: (source, object, compile words, link command)."""
        if program not in self.commands_of:
            self.commands_of[program] = self.read_commands(program)
        return self.commands_of[program]

    def read_commands(self, program):
        lines = subprocess.run(["ninja", "-C", self.folder, "-t", "commands", f"bin/{program}"], check=True,
                               capture_output=True, text=True).stdout.splitlines()
        compiling = [line for line in lines if f"/{program}_object.dir/" in line and " -c " in line]
        if len(compiling) != 1:
            raise Wrong(f"{program} has {len(compiling)} version files")
        words = shlex.split(compiling[0])
        link = lines[-1].removeprefix(": && ").removesuffix(" && :")
        return Path(words[words.index("-c") + 1]), words[words.index("-o") + 1], words, link

    def build(self, row, scratch):
        """Builds the program with the mistake. Gives it and the planted text, or None and the compiler's words."""
        program = row.first("version")
        source, object_file, words, link = self.commands(program)
        changed = scratch / source.name
        changed.write_text(source.read_text())
        text = planted(row, row.edited(source))
        row.edited(changed).write_text(text)  # "header.cuh" is the one beside the file that includes it
        new_object = str(scratch / source.name) + ".o"
        words = [str(changed) if w == str(source) else w.replace(object_file, new_object) for w in words]
        result = scratch / program
        link_words = [str(result) if w == f"bin/{program}" else new_object if w == object_file else w
                      for w in shlex.split(link)]
        for command in (words, link_words):
            made = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, errors="replace")
            if made.returncode != 0:
                return None, text, made.stdout + made.stderr
        return result, text, made.stderr


@dataclass
class Run:
    code: object  # None: ended at the time limit
    output: str
    seconds: float


def run(program, arguments, folder):
    start = time.monotonic()
    limited = ["sh", "-c", f'ulimit -t {TIME_LIMIT}; exec "$@"', "sh", str(program)] + arguments
    process = subprocess.Popen(limited, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, errors="replace")
    try:
        output, _ = process.communicate(timeout=SLEEP_LIMIT)
    except subprocess.TimeoutExpired:
        process.kill()
        output, _ = process.communicate()
    ended_by_limit = process.returncode in (-signal.SIGKILL, -signal.SIGXCPU)
    return Run(None if ended_by_limit else process.returncode, output, time.monotonic() - start)


def flat(text):
    return re.sub(r"\s+", " ", text)


def missing(row, mode, ran, text, source):
    """What the run should have said and did not, as lines."""
    faults = []
    if ran.code is None:
        return [f"no end within {TIME_LIMIT} s"]
    if ran.code == 0:
        return ["accepted"]
    for words in row.all("report") + row.all(mode):
        if flat(words) not in flat(ran.output):
            faults.append(f"does not say: {words}")
    for words in row.all("not"):
        if flat(words) in flat(ran.output):
            faults.append(f"says: {words}")
    for fragments in row.all(f"{mode} at") or row.all("at"):
        places = [f"{source.name}:{line_of(row, text, fragment)}" for fragment in fragments.split(" OR ")]
        if not any(re.search(re.escape(place) + r"(?!\d)", ran.output) for place in places):
            faults.append(f"does not name {' or '.join(places)}: {fragments}")
    return faults


def accused(ran):
    """What is wrong with the run of a right program."""
    if ran.code is None:
        return [f"no end within {TIME_LIMIT} s"]
    faults = [] if ran.code == 0 else [f"exit code {ran.code}"]
    return faults + [f"says: {line.strip()}" for line in ran.output.splitlines()
                     if line.startswith(("=====", "Emulator:", "Check: WRONG"))]


def check_compile(row, program, text, output, source):
    if program:
        return ["compiles"]
    faults = [f"does not say: {words}" for words in row.all("compile") if flat(words) not in flat(output)]
    for fragment in row.all("at"):
        if not re.search(rf"{re.escape(source.name)}:{line_of(row, text, fragment)}(?!\d)", output):
            faults.append(f"does not name line {line_of(row, text, fragment)}: {fragment}")
    return faults


@dataclass
class Outcome:
    row: Row
    faults: dict  # mode -> lines
    outputs: dict
    seconds: float = 0

    def unseen(self, mode):
        return mode in self.row.first("unseen").split()

    def failed(self):
        return any(faults and not self.unseen(mode) for mode, faults in self.faults.items())


def try_row(build, row):
    with tempfile.TemporaryDirectory(prefix="mistakes-") as folder:
        scratch = Path(folder)
        source = row.edited(build.commands(row.first("version"))[0])
        program, text, output = build.build(row, scratch)
        if row.all("compile"):
            return Outcome(row, {"compile": check_compile(row, program, text, output, source)}, {"compile": output})
        if not program:
            return Outcome(row, {"compile": ["does not compile"]}, {"compile": output})
        outcome = Outcome(row, {}, {})
        for mode, arguments in MODES.items():
            options = shlex.split(row.first("options")) if mode == "plain" else []
            ran = run(program, arguments + options, scratch)
            outcome.outputs[mode] = f"exit code {ran.code}, {ran.seconds:.1f} s\n{ran.output}"
            outcome.faults[mode] = accused(ran) if row.all("right") else missing(row, mode, ran, text, source)
            outcome.seconds = max(outcome.seconds, ran.seconds)
        return outcome


def print_outcome(outcome, show):
    row = outcome.row
    print(f"{'FAILED' if outcome.failed() else 'ok    '} {row.first('version'):12} {outcome.seconds:4.1f} s  {row.name}")
    for mode, faults in outcome.faults.items():
        if outcome.unseen(mode) and not faults:
            print(f"         {mode}: seen now. Take `{mode}` out of the row's `unseen`, {row.where()}")
        for fault in faults:
            print(f"         {mode}{' (known)' if outcome.unseen(mode) else ''}: {fault}")
    if show or outcome.failed():
        for mode, output in outcome.outputs.items():
            if show or outcome.faults[mode]:
                print("".join(f"    {mode}| {line}\n" for line in output.splitlines()[:60]), end="")
    sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", help="an emulator build")
    parser.add_argument("tables", nargs="+", type=Path)
    parser.add_argument("--only", default="", help="only the rows that have this in their name or version")
    parser.add_argument("--show", action="store_true", help="print what each program printed")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    if not (Path(options.build) / "build.ninja").exists():
        print("this test reads the commands of a build by Ninja")
        return 77
    # Ladders for several GPUs want them. The tests need not be patient.
    devices = os.environ.get("CUDA_EMULATOR", "")
    os.environ["CUDA_EMULATOR"] = (devices + "," if devices.startswith("devices=") else "") + "tick=500"

    try:
        rows = [row for table in options.tables for row in read_table(table)
                if options.only in row.name or options.only in row.first("version")]
        build = Build(options.build)
        for row in rows:
            build.commands(row.first("version"))
        outcomes = []
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for outcome in pool.map(lambda row: try_row(build, row), rows):
                outcomes.append(outcome)
                print_outcome(outcome, options.show)
    except Wrong as wrong:
        print(wrong)
        return 1
    mistakes = [o for o in outcomes if not o.row.all("right")]
    failed = [o for o in outcomes if o.failed()]
    known = {mode: sum(o.unseen(mode) for o in mistakes) for mode in [*MODES, "compile"]}
    print(f"{len(mistakes)} mistakes, {len(outcomes) - len(mistakes)} right solutions: {len(failed)} rows fail. "
          f"Known to be missed: {known['selftest']} by --selftest, {known['plain']} by the plain run, "
          f"{known['compile']} by the compiler")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
