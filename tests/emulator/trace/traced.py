"""What the tests of the emulator's trace (emulator/TRACE.md) share: programs that are traced, and their records.

TRACE_CASES is the program of cases.cu, LADDERS_BIN the folder of the ladders' programs, of which reduce_v2 must be there.
"""
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
CASES = os.environ["TRACE_CASES"]
SOURCE = "cases.cu"
LADDER = str(Path(os.environ["LADDERS_BIN"]) / "reduce_v2")
FULL = "trace_block=all,trace_limit=1000000"


def line_of(text, file=Path(__file__).with_name(SOURCE)):
    """The number of the only line with this text."""
    found = [n for n, line in enumerate(file.read_text().splitlines(), 1) if text in line]
    assert len(found) == 1, f"{file}: {text}: {found}"
    return found[0]


def kinds(records, kind):
    return [r for r in records if r["record"] == kind]


class TraceTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.file = Path(self.folder.name) / "trace.jsonl"

    def run_program(self, words="", *command, code=0):
        """Runs it with these words of CUDA_EMULATOR; gives what it printed."""
        ran = subprocess.run(command or [CASES], capture_output=True, text=True, timeout=300,
                             env={**os.environ, "CUDA_EMULATOR": words})
        self.assertEqual(ran.returncode, code, ran.stdout + ran.stderr)
        return ran

    def trace(self, words="", *command, code=0):
        self.run_program(f"trace={self.file}" + (f",{words}" if words else ""), *command, code=code)
        return self.records()

    def records(self):
        return [json.loads(line) for line in self.file.read_text().splitlines()]

    def assert_whole(self):
        """Every line is a record; the first and the last are what they must be. Gives the records."""
        self.assertTrue(self.file.read_text().endswith("}\n"))
        records = self.records()
        self.assertEqual(records[0]["record"], "trace")
        self.assertEqual([i for i, r in enumerate(records) if r["record"] == "end"], [len(records) - 1])
        requests = [r for r in kinds(records, "memory") if "continued" not in r]
        self.assertEqual(records[-1]["requests"], len(requests))
        return records
