"""Traces of known patterns, in the form of emulator/TRACE.md, for tests: what a warp's lanes access is given, what it costs
is written down by hand in each test."""
from __future__ import annotations

import json
import tempfile
from pathlib import Path

from pictures import trace as traces


def request(offsets: list[int], cost: int, ideal: int, space: str = "global", op: str = "load", size: int = 4, line: int = 7,
            step: int = 1, warp: int = 0, lanes: list[int] | None = None, array: int = 1) -> dict:
    lanes = list(range(len(offsets))) if lanes is None else lanes
    costs = {"wavefronts": cost, "sectors": 0} if space in ("shared", "constant") else {"wavefronts": 0, "sectors": cost}
    return {"record": "memory", "launch": 1, "block": [0, 0, 0], "warp": warp, "step": step, "file": "sample.cu", "line": line,
            "space": space, "op": op, "bytes": size, "array": array, "lanes": lanes, "offsets": offsets, **costs, "ideal": ideal}


def trace(records: list[dict], space: str = "global", base: int = 0) -> str:
    """The text of a trace whose one array is `data`."""
    head = [{"record": "trace", "version": 1, "program": "sample", "warp_size": 32, "sector_bytes": 32, "banks": 32, "limits": {"block": [0, 0, 0], "records": 10000}},
            {"record": "launch", "launch": 1, "kernel": "sample_kernel", "grid": [1, 1, 1], "block": [64, 1, 1], "shared_bytes": 0,
             "dynamic_shared_bytes": 0, "file": "sample.cu", "line": 20},
            {"record": "array", "array": 1, "name": "data", "space": space, "bytes": 1 << 20, "file": "sample.cu", "line": 3,
             "base": base}]
    end = [{"record": "end", "requests": len(records), "left_out": 0}]
    return "".join(json.dumps(record) + "\n" for record in head + records + end)


def barrier(step: int, number: int, warp: int = 0, line: int = 8) -> dict:
    return {"record": "barrier", "launch": 1, "block": [0, 0, 0], "warp": warp, "step": step, "file": "sample.cu", "line": line,
            "lanes": list(range(32)), "kind": "__syncthreads", "number": number}


def read(text: str) -> traces.Trace:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sample.jsonl"
        path.write_text(text)
        return traces.read(path)
