#!/usr/bin/env python3
"""reuse_objects.py <tree> <build> <copy> <compiler> <argument>...

Compiler launcher for the build of a copy of the tree: an object that the tree's own build, which must be up to date, has made with
the same words from the same source is copied. Everything else is compiled.
"""
import json
import os
import shlex
import shutil
import sys
from pathlib import Path


def value(words: list[str], option: str) -> str:
    """Of an option with a value: -o FILE."""
    return words[words.index(option) + 1] if option in words else ""


def without_dependencies(words: list[str]) -> list[str]:
    """compile_commands.json has no -MD -MT TARGET -MF FILE."""
    return [w for before, w in zip(["", *words], words) if w not in ("-MD", "-MT", "-MF") and before not in ("-MT", "-MF")]


def reuse(tree: str, build: Path, copy: str, words: list[str]) -> bool:
    result, source = value(words, "-o"), value(words, "-c")
    made = build / result
    if not result.endswith(".o") or os.path.isabs(result) or not made.exists():
        return False
    wanted = [w.replace(os.getcwd(), str(build)).replace(copy, tree) for w in without_dependencies(words)]
    commands = (shlex.split(entry["command"]) for entry in json.loads((build / "compile_commands.json").read_text())
                if f" -o {result} " in entry["command"])
    its_source = value(wanted, "-c")
    if (wanted not in commands or Path(source).read_text().replace(copy, tree) != Path(its_source).read_text()
            or os.path.getmtime(its_source) > made.stat().st_mtime):
        return False
    shutil.copyfile(made, result)
    if dependencies := value(words, "-MF"):
        Path(dependencies).write_text(f"{result}: {source}\n")
    return True


if __name__ == "__main__":
    if not reuse(sys.argv[1], Path(sys.argv[2]), sys.argv[3], sys.argv[4:]):
        os.execvp(sys.argv[4], sys.argv[4:])
