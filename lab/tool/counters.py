"""Values of counters, from what a program writes with --json - --counters or CUDA_EMULATOR=counters=FILE."""
from __future__ import annotations

from dataclasses import dataclass

KINDS = {f"{memory}_{what}": (memory, access) for memory in ("global", "shared")
         for what, access in (("loads", "load"), ("stores", "store"), ("atomics", "atomic"))}
FIELDS = ("requests", "lanes", "bytes_asked", "sectors", "ideal_sectors", "wavefronts", "ideal_wavefronts", "same_address")
# What is derived: one field over another, and by how much the quotient is multiplied.
RATIOS = {
    "sectors_per_request": ("sectors", "requests", 1),
    "excess_sectors": ("sectors", "ideal_sectors", 1),
    "conflicts": ("wavefronts", "ideal_wavefronts", 1),
    "lanes_per_request": ("lanes", "requests", 1),
    "same_address_per_request": ("same_address", "requests", 1),
    "bytes_per_lane": ("bytes_asked", "lanes", 1),
    "bus_utilisation": ("bytes_asked", "sectors", 1 / 32),
}
WORDS = {
    "sectors_per_request": "sectors per request", "excess_sectors": "times the ideal sectors",
    "conflicts": "n-way bank conflicts", "lanes_per_request": "threads per request",
    "same_address_per_request": "threads on one address", "bytes_per_lane": "bytes per thread",
    "bus_utilisation": "of the moved bytes asked for", "bytes_asked": "bytes asked for", "lanes": "threads",
}


# Between GPUs: `links.bytes`, `links.transfers`, or of one way alone, as in `links.copies.bytes`. `links.used`: the links on
# which any bytes go, each direction for itself. `links.most_received`: the bytes that come to the GPU to which the most come.
WAYS = ("copies", "reads", "writes", "collectives")  # through_host is none: those bytes take other links


class NothingCounted(Exception):
    """There is no such access: the text says so in a sentence."""


@dataclass
class Line:
    """What one source line did."""
    file: str
    line: int
    value: float
    weight: float  # by which the lines are sorted: requests


def is_known(counter: str) -> bool:
    kind, _, field = counter.partition(".")
    return field in FIELDS or field in RATIOS if kind in KINDS else True


def is_of_lines(counter: str) -> bool:
    return counter.partition(".")[0] in KINDS


def select(data: dict, counter: str, kernel: str = "", lines: set[int] | None = None, file: str = "") -> list[dict]:
    """The entries of data["lines"] of the counter's kind, of the kernel and the lines of the file if they are given."""
    memory, access = KINDS[counter.partition(".")[0]]
    memories = (memory, "module") if memory == "global" else (memory,)
    return [entry for entry in data.get("lines", [])
            if entry["memory"] in memories and entry["access"] == access
            and (not kernel or base_name(entry["kernel"]) == kernel)
            and (lines is None or (entry["line"] in lines and entry["file"] == file))]


def base_name(kernel: str) -> str:
    """`sum` of `ns::sum<int>`."""
    return kernel.partition("<")[0].rpartition("::")[2].strip()


def check_is_counted(data: dict, kernel: str) -> None:
    counted = sorted({base_name(entry["kernel"]) for entry in data.get("lines", [])})
    if kernel and kernel not in counted:
        raise NothingCounted(f"No access to memory was counted in a kernel {kernel}, only in {', '.join(counted) or 'none'}. "
                             "The goal knows the kernel by its name: keep it.")


def value_in(entries: list[dict], field: str) -> float:
    def total(name: str) -> float:
        return sum(entry[name] for entry in entries)

    if field in FIELDS:
        return total(field)
    above, below, factor = RATIOS[field]
    if not total(below):
        raise NothingCounted
    return total(above) / total(below) * factor


def value(data: dict, counter: str, kernel: str = "", lines: set[int] | None = None, file: str = "",
          mark: str = "") -> float:
    """Throws NothingCounted where a ratio is asked for and there are no such accesses; where a marked line has none; and where
    the kernel has none of any kind, as after it was renamed: their zero would reach a goal that sets an upper limit."""
    kind, _, field = counter.partition(".")
    if kind in KINDS:
        check_is_counted(data, kernel)
        entries = select(data, counter, kernel, lines, file)
        try:
            if lines is not None and not entries:
                raise NothingCounted
            return value_in(entries, field)
        except NothingCounted:
            place = marked_place(lines, mark) if lines is not None else f" in {kernel}" if kernel else ""
            raise NothingCounted(f"There are no {kind.replace('_', ' ')}{place}.") from None
    if kind == "links":
        return links_value(data.get("links", []), field)
    found = data
    for part in counter.split("."):
        if part not in found:
            raise KeyError(counter)
        found = found[part]
    return float(found)


def marked_place(lines: set[int], mark: str) -> str:
    numbers = " and ".join(map(str, sorted(lines)))
    return f" on line{'s' if len(lines) > 1 else ''} {numbers}, marked // at: {mark}"


def links_value(links: list[dict], field: str) -> float:
    if field == "used":
        return sum(any(link[way]["bytes"] for way in WAYS) for link in links)
    if field == "most_received":
        received: dict[int, int] = {}
        for link in links:
            received[link["to"]] = received.get(link["to"], 0) + sum(link[way]["bytes"] for way in WAYS)
        return max(received.values(), default=0)
    way, _, what = field.rpartition(".")
    if what not in ("bytes", "transfers") or way not in ("", "through_host", *WAYS):
        raise KeyError(f"links.{field}")
    return sum(link[each][what] for link in links for each in ([way] if way else WAYS))


def lines_of(data: dict, counter: str, kernel: str = "") -> list[Line]:
    """The counter for each source line, those with the most requests first."""
    field = counter.partition(".")[2]
    places: dict[tuple[str, int], list[dict]] = {}
    for entry in select(data, counter, kernel):
        places.setdefault((entry["file"], entry["line"]), []).append(entry)
    found = []
    for (file, line), entries in places.items():
        try:
            found.append(Line(file, line, value_in(entries, field), value_in(entries, "requests")))
        except NothingCounted:
            pass
    return sorted(found, key=lambda at: (-at.weight, at.file, at.line))


def describe(counter: str) -> str:
    """In words, for a table."""
    kind, _, field = counter.partition(".")
    if kind not in KINDS:
        return counter.replace("_", " ").replace(".", ": ")
    words = WORDS.get(field, field.replace("_", " "))
    return f"{kind.replace('_', ' ')}: {words}"


def number(x: float) -> str:
    return f"{x:.0f}" if x == int(x) and abs(x) < 1e15 else f"{x:.2f}" if abs(x) >= 0.1 else f"{x:.2g}"
