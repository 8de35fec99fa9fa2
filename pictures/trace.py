"""Reads a trace of the emulator (emulator/TRACE.md): JSON lines, one per launch, array, request, barrier, shuffle."""
from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

VERSION = 1


class BadTrace(Exception):
    """The file is no trace; the text is one line that names the file and the place."""


@dataclass(frozen=True)
class Array:
    """base: where it begins, in its block's shared memory or modulo 128 in global memory, in bytes."""
    name: str
    space: str
    bytes: int
    base: int


@dataclass(frozen=True)
class Event:
    """What a warp did at one step: a request ("memory"), a "barrier" (number: which of the block, 0: of a part of it), a
    "shuffle", another "collective", or the lanes that begin a basic block ("active"). kind: the function's name."""
    record: str
    launch: int
    kernel: str
    block: tuple[int, int, int]
    warp: int
    step: int
    file: str
    line: int
    lanes: tuple[int, ...]
    kind: str
    number: int

    @property
    def place(self) -> tuple[str, int]:
        return self.file, self.line


@dataclass(frozen=True)
class Request(Event):
    """One warp instruction that touches memory. offsets: of each lane, in bytes from the array's first."""
    space: str
    op: str
    bytes: int
    array: Array
    offsets: tuple[int, ...]
    wavefronts: int
    sectors: int
    ideal: int
    continued: bool = False  # the rest of a request that accesses several arrays: its costs are in the first record

    @property
    def addresses(self) -> list[int]:
        """In bytes, right modulo 128, so that sectors and banks are."""
        return [self.array.base + offset for offset in self.offsets]

    @property
    def cost(self) -> int:
        """What ideal is compared with: wavefronts of shared and constant memory, sectors of all other."""
        return self.wavefronts if self.space in ("shared", "constant") else self.sectors


@dataclass
class Trace:
    """note: what is to be said of the run, if anything."""
    program: str
    events: list[Event] = field(default_factory=list)
    left_out: int = 0
    note: str = ""

    @property
    def requests(self) -> list[Request]:
        return [event for event in self.events if isinstance(event, Request)]


class Reader:
    """Makes a Trace from records in their order."""

    def __init__(self) -> None:
        self.kernels: dict[int, str] = {}
        self.arrays: dict[int, Array] = {}
        self.trace: Trace | None = None
        self.ended = False

    def take(self, record: dict) -> None:
        kind = record["record"]
        if self.trace is None:
            if kind != "trace" or record["version"] != VERSION:
                raise ValueError(f"no trace of version {VERSION}")
            self.trace = Trace(record["program"])
        elif kind == "launch":
            self.kernels[record["launch"]] = record["kernel"]
        elif kind == "array":
            self.arrays[record["array"]] = Array(record["name"], record["space"], record["bytes"], record.get("base", 0))
        elif kind == "end":
            self.trace.left_out, self.ended = record.get("left_out", 0), True
        elif kind in ("memory", "barrier", "shuffle", "collective", "active"):
            self.trace.events.append(self.event(kind, record))

    def event(self, kind: str, record: dict) -> Event:
        common = (kind, record["launch"], self.kernels.get(record["launch"], "?"), tuple(record["block"]), record["warp"],
                  record["step"], record["file"], record["line"], tuple(record["lanes"]), record.get("kind", ""),
                  record.get("number", 0))
        if kind != "memory":
            return Event(*common)
        offsets = tuple(record["offsets"])
        if len(offsets) != len(record["lanes"]):
            raise ValueError("not one offset per lane")
        return Request(*common, record["space"], record["op"], record["bytes"], self.arrays[record["array"]], offsets,
                       record.get("wavefronts", 0), record.get("sectors", 0), record.get("ideal", 1), record.get("continued", False))


def read(path: Path, name: str | None = None) -> Trace:
    """The trace in a file, also if a kill has cut it off: the note then says so. name: what a message calls the file."""
    name = name or str(path)
    reader = Reader()
    try:
        with open(path, "rb") as file:
            lines = [line.decode() for line in file if line.endswith(b"\n")]  # the last line may be cut off, within a letter
    except (OSError, UnicodeDecodeError) as error:
        raise BadTrace(f"{name}: cannot be read: {getattr(error, 'strerror', None) or 'not text'}") from error
    for count, line in enumerate(lines, 1):
        try:
            reader.take(json.loads(line))
        except (ValueError, KeyError, TypeError) as error:
            what = f"lacks {error}" if isinstance(error, KeyError) else str(error)
            raise BadTrace(f"{name}:{count}: not a line of a trace: {what}") from error
    if reader.trace is None:
        raise BadTrace(f"{name}: no trace: the file has no whole line")
    if not reader.ended:
        reader.trace.note = f"{name} has no end: the program was killed while it wrote; the last records are missing"
    return reader.trace
