"""What a request's addresses mean: its sectors, words and banks, and the sentence that says what it costs."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from .trace import Request

SECTOR, WORD, BANKS = 32, 4, 32  # bytes, bytes, banks of one word


def counted(count: int, thing: str) -> str:
    """1 sector, 4 sectors, 2 addresses."""
    ending = "" if count == 1 else "es" if thing.endswith("s") else "s"
    return f"{count} {thing}{ending}"


def sectors_of(request: Request) -> dict[int, set[int]]:
    """The bytes (0 to 31) that are used of each sector. Sectors are counted from the 128-byte line the array begins in."""
    used: dict[int, set[int]] = {}
    for address in request.addresses:
        for byte in range(address, address + request.bytes):
            used.setdefault(byte // SECTOR, set()).add(byte % SECTOR)
    return dict(sorted(used.items()))


def words_of(request: Request) -> dict[int, list[int]]:
    """The lanes on each word of shared memory."""
    lanes: dict[int, list[int]] = {}
    for lane, address in zip(request.lanes, request.addresses):
        for word in range(address // WORD, (address + request.bytes - 1) // WORD + 1):
            lanes.setdefault(word, []).append(lane)
    return dict(sorted(lanes.items()))


def words_per_bank(request: Request) -> Counter[int]:
    return Counter(word % BANKS for word in words_of(request))


def lanes_share(request: Request, distance: int) -> bool:
    """Whether all lanes l and l ^ distance that take part have one address."""
    place = dict(zip(request.lanes, request.offsets))
    return all(place.get(lane ^ distance, offset) == offset for lane, offset in place.items())


def lanes_at_once(request: Request) -> int:
    """How many lanes a wavefront can serve: 128 bytes' worth, or twice as many for wide loads whose pairs of lanes share."""
    lanes = 32 if request.bytes <= 4 else 16 if request.bytes <= 8 else 8
    shared = request.op == "load" and request.bytes > 4 and (lanes_share(request, 1) or lanes_share(request, 2))
    return lanes * 2 if shared else lanes


def hot_banks(request: Request) -> set[int]:
    """The banks that are asked for several words at once."""
    words: dict[tuple[int, int], set[int]] = {}
    for word, lanes in words_of(request).items():
        for lane in lanes:
            words.setdefault((lane // lanes_at_once(request), word % BANKS), set()).add(word)
    return {bank for (_, bank), its in words.items() if len(its) > 1}


@dataclass(frozen=True)
class Stack:
    """Lanes that are served one after the other: key is their bank, or their offset in the array."""
    key: int
    lanes: tuple[int, ...]


def stacks_of(request: Request) -> list[Stack]:
    """The lanes of an atomic, or of a load from constant memory, by bank (shared memory) or by address."""
    lanes: dict[int, list[int]] = {}
    for lane, offset in zip(request.lanes, request.offsets):
        key = (request.array.base + offset) // WORD % BANKS if request.space == "shared" else offset
        lanes.setdefault(key, []).append(lane)
    return [Stack(key, tuple(members)) for key, members in sorted(lanes.items())]


def would_do(request: Request, unit: str) -> str:
    text = counted(request.cost, unit)
    return f"{text}, {request.ideal} would do" if request.cost > request.ideal else text


def figure(request: Request) -> str:
    """What the request costs, as a lecturer would say it."""
    if request.op == "atomic":
        return atomic_figure(request)
    if request.space == "constant":
        addresses = len(set(request.offsets))
        return f"{counted(addresses, 'address')}: {would_do(request, 'wavefront')}"
    if request.space == "shared":
        return shared_figure(request)
    if request.cost > request.ideal:
        return would_do(request, "sector")
    its_bytes = sum(len(used) for used in sectors_of(request).values())
    return f"{counted(request.cost, 'sector')} for {counted(its_bytes, 'byte')}: as few as possible"


def shared_figure(request: Request) -> str:
    words, hot = words_of(request), sorted(hot_banks(request))
    if request.cost <= request.ideal:
        if len(words) == 1 and len(request.lanes) > 1:
            return f"One word for {len(request.lanes)} lanes (broadcast): {would_do(request, 'wavefront')}"
        return f"No bank conflict: {counted(request.cost, 'wavefront')}"
    if not hot or request.bytes > WORD:  # a part of the lanes at a time: a number of words would say nothing
        return would_do(request, "wavefront")
    per_bank = words_per_bank(request)
    most = max(per_bank.values())
    worst = [bank for bank in hot if per_bank[bank] == most]
    one_word_each = all(len(lanes) == 1 for word, lanes in words.items() if word % BANKS in worst)
    who = counted(most, "lane" if one_word_each else "word")
    where = f"bank {worst[0]}" if len(worst) == 1 else f"each of {len(worst)} banks"
    return f"{who} on {where}: {would_do(request, 'wavefront')}"


def atomic_figure(request: Request) -> str:
    stacks = stacks_of(request)
    most = max(len(stack.lanes) for stack in stacks)
    highest = [stack for stack in stacks if len(stack.lanes) == most]
    where, unit = ("bank", "wavefront") if request.space == "shared" else ("address", "sector")
    cost = would_do(request, unit)
    if len(request.lanes) == 1:
        return f"One lane: {cost}"
    if most == 1:
        return f"Each lane on its own {where}: {cost}"
    if len(highest) == 1:
        place = f"bank {highest[0].key}" if where == "bank" else "one address"
        return f"{counted(most, 'lane')} on {place}: {cost}"
    return f"{counted(most, 'lane')} on each of {counted(len(highest), where)}: {cost}"


def pattern_of(request: Request) -> tuple:
    """Requests of one pattern have the same picture but for where in memory it begins."""
    unit = BANKS * WORD if request.space == "shared" else SECTOR
    addresses = request.addresses
    start = min(addresses) // unit * unit
    return (request.place, request.space, request.op, request.array.name, request.bytes, request.cost, request.ideal,
            request.lanes, tuple(address - start for address in addresses))
