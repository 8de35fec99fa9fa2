"""Which line and which of its requests to draw."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from . import patterns
from .trace import Request, Trace

OPERATIONS = {"load": "load from", "store": "store to", "atomic": "atomic on", "async copy": "asynchronous copy to"}


class NotThere(Exception):
    """What was asked for is not in the trace; the text is one line."""


@dataclass(frozen=True)
class Wish:
    """What a user asks for; None: anything. line: (end of the file's path or "", number)."""
    line: tuple[str, int] | None = None
    array: str | None = None
    space: str | None = None
    op: str | None = None
    kernel: str | None = None
    warp: int | None = None
    number: int | None = None  # which request of the line, from 1; None: the worst
    typical: bool = False      # the most frequent pattern in place of the worst

    def fits(self, request: Request) -> bool:
        wanted = [(self.array, request.array.name), (self.space, request.space), (self.op, request.op),
                  (self.kernel, request.kernel), (self.warp, request.warp)]
        return all(wish is None or wish == found for wish, found in wanted) and (self.line is None or is_at(request, self.line))


def is_at(event, line: tuple[str, int]) -> bool:
    file, number = line
    return event.line == number and (not file or event.file == file or event.file.endswith("/" + file))


@dataclass(frozen=True)
class Group:
    """The requests of one line for one array, in one launch and block."""
    requests: tuple[Request, ...]

    @property
    def first(self) -> Request:
        return self.requests[0]

    @property
    def excess(self) -> int:
        """Sectors or wavefronts over the ideal, of all requests."""
        return sum(max(0, request.cost - request.ideal) for request in self.requests)

    @property
    def what(self) -> str:
        return access_of(self.first)

    def describe(self) -> str:
        total = sum(request.cost for request in self.requests)
        unit = "wavefront" if self.first.space in ("shared", "constant") else "sector"
        rest = f"{self.excess} over the ideal" if self.excess else "the ideal"
        return (f"line {self.first.line:<4} {self.what}: {patterns.counted(len(self.requests), 'request')}, "
                f"{patterns.counted(total, unit)}, {rest}")


def access_of(request: Request) -> str:
    """4-byte load from partial (shared)."""
    name = request.array.name
    if len(name) > 30:  # an array that launches hand over by several names
        name = name.partition("/")[0] + "/…"
    return f"{request.bytes}-byte {OPERATIONS.get(request.op, request.op + ' on')} {name} ({request.space})"


@dataclass(frozen=True)
class Choice:
    """The request to draw. number of count: its place among those of its line; alike: how many have the same pattern."""
    request: Request
    number: int
    count: int
    alike: int


def groups_of(trace: Trace, wish: Wish) -> list[Group]:
    """Those that fit, each of the launch and block where the line has the most to gain; those with the most first."""
    found: dict[tuple, list[Request]] = {}
    for request in trace.requests:
        if wish.fits(request) and request.lanes and not request.continued:
            found.setdefault((request.place, request.op, request.array, request.bytes), []).append(request)
    groups = []
    for requests in found.values():
        parts: dict[tuple, list[Request]] = {}
        for request in requests:
            parts.setdefault((request.launch, request.block), []).append(request)
        # The first of those that are equal.
        groups.append(max((Group(tuple(part)) for part in parts.values()), key=lambda group: (group.excess, len(group.requests))))
    return sorted(groups, key=lambda group: (-group.excess, -sum(r.cost for r in group.requests)))


def choose_group(trace: Trace, wish: Wish, like: Request | None = None) -> tuple[Group, list[Group]]:
    """The group to draw, and the others that could be. like: of the picture beside it, which it should be comparable with."""
    groups = groups_of(trace, wish)
    if not groups:
        everything = groups_of(trace, Wish())
        if not everything:
            raise NotThere(f"{trace.program}: the trace has no access to memory")
        lines = ", ".join(str(line) for line in sorted({group.first.line for group in everything})[:12])
        raise NotThere(f"{trace.program}: no traced access fits; there are some on lines {lines}")
    if like and wish.line is None:
        def kinship(group: Group) -> tuple:
            other = group.first
            return ((other.space, other.op) == (like.space, like.op), other.array.name == like.array.name)
        groups.sort(key=kinship, reverse=True)
    return groups[0], groups[1:]


def choose_request(group: Group, wish: Wish) -> Choice:
    requests = group.requests
    count = Counter(patterns.pattern_of(request) for request in requests)
    if wish.number is not None:
        if not 1 <= wish.number <= len(requests):
            raise NotThere(f"line {group.first.line} has {patterns.counted(len(requests), 'request')}: "
                           f"there is no request {wish.number}")
        index = wish.number - 1
    else:
        def rank(i: int) -> tuple:
            pattern, over = count[patterns.pattern_of(requests[i])], requests[i].cost - requests[i].ideal
            order = (pattern, over) if wish.typical else (over, pattern)
            return (*order, len(requests[i].lanes))
        best = max(rank(i) for i in range(len(requests)))
        index = next(i for i in range(len(requests)) if rank(i) == best)
    return Choice(requests[index], index + 1, len(requests), count[patterns.pattern_of(requests[index])])
