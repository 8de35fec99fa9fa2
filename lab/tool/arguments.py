"""The command lines of the scripts."""
from __future__ import annotations

import argparse
import sys
from typing import NoReturn


class Arguments(argparse.ArgumentParser):
    """Refuses wrong words in one line, by exit code 2."""

    def error(self, message: str) -> NoReturn:
        # What is missing is told before what is unknown: a misspelt option would read as a missing word.
        if "required" in message and (unknown := [w for w in sys.argv[1:] if w[:1] == "-" and w not in self._option_string_actions]):
            message = f"unrecognized arguments: {unknown[0]}"
        self.exit(2, f"{self.prog}: {message.removeprefix('argument ')} (see --help)\n")


def of_script(name: str, text: str) -> Arguments:
    """text: the script's docstring, which is its help."""
    return Arguments(prog=f"scripts/{name}", description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
