"""Charts in words: what a screen reader says, and the alternative text in a README. Nothing here needs matplotlib."""
from __future__ import annotations


def plain(value: float) -> str:
    """A figure without an exponent: 12380, 0.0457."""
    if value >= 1000:
        return f"{value:.0f}"
    text = f"{value:.4g}"
    return f"{float(text):.9f}".rstrip("0").rstrip(".") if "e" in text else text


def size_text(value: float) -> str:
    """As --size is written: 4Ki, 64Mi; what is no multiple of 1024 stays a number."""
    for shift, suffix in ((30, "Gi"), (20, "Mi"), (10, "Ki")):
        if value >= 1 << shift and value % (1 << shift) == 0:
            return f"{int(value) >> shift}{suffix}"
    return f"{value:g}"


def of_bars(data: dict) -> str:
    """The chart in words: the text for those who do not see it."""
    timed = [row for row in data["rows"] if "rate" in row]
    versions = [row for row in timed if row["version"] != "lib"] or timed
    unit = data["unit"]
    text = (f"Bars: the rate of each version of {data['ladder']} on an {data['device']}, {data['input']}: "
            f"{versions[0]['version']} {plain(versions[0]['rate'])} {unit}")
    if len(versions) > 1:
        text += f", {versions[-1]['version']} {plain(versions[-1]['rate'])} {unit}"
    for row in timed:
        if row["version"] == "lib":
            text += f", the library ({row['idea']}) {plain(row['rate'])} {unit}"
    return text + (f"; limit {plain(data['limit'])} {unit}." if "limit" in data else ".")


def name_of(line: dict) -> str:
    return f"the library, {line['idea']}" if line["version"] == "lib" else f"{line['version']}, {line['idea']}"


def of_sizes(data: dict) -> str:
    """The chart in words: the text for those who do not see it."""
    parts = []
    for line in data["lines"]:
        if line["points"]:
            (first, slow), (last, fast) = line["points"][0], line["points"][-1]
            parts.append(f"{name_of(line)}: {plain(slow)} {data['unit']} at {size_text(first)}, {plain(fast)} at {size_text(last)}")
    by = "stride" if data["option"] == "--stride" else "size"
    return f"Lines: the rate of {data['ladder']} by {by}, on an {data['device']}, up to {data['largest']}; " + "; ".join(parts) + "."


def of_gpus(data: dict) -> str:
    """The chart in words: the text for those who do not see it."""
    text = f"Lines: the efficiency of {data['ladder']} on several GPUs, {data['device']}, from 100 % on one"
    for panel in data["panels"]:
        text += "; each with as much as one alone: " if panel["weak"] else "; one problem for all: "
        text += ", ".join(f"{line['version']} {plain(line['points'][-1][1])} % on {line['points'][-1][0]}" for line in panel["lines"])
    return text + "."


def best(entry: dict) -> dict:
    """The fastest version that is not the library; the library where there is no other."""
    own = [point for point in entry["points"] if point["version"] != "lib"] or entry["points"]
    return max(own, key=lambda point: point["gops"])


def of_roofline(data: dict) -> str:
    """The chart in words: the text for those who do not see it."""
    sheet = data["data_sheet"]
    text = (f"Roofline of an {data['device']}: operations per second over operations per byte, with the versions of "
            f"{len(data['ladders'])} ladders. Data sheet: {plain(sheet['gbytes'])} GB/s and {plain(sheet['gops'])} GFLOP/s")
    if "measured" in data:
        text += f"; measured: {plain(data['measured']['gbytes'])} GB/s and {plain(data['measured']['gops'])} GFLOP/s"
    text += ". Fastest versions: "
    text += ", ".join(f"{entry['ladder']} {best(entry)['version']} {plain(best(entry)['gops'])} G{entry['operation']}/s"
                      for entry in data["ladders"])
    return text + "."


def title(kind: str, data: dict) -> str:
    if kind == "roofline":
        return f"Roofline of {data['device']}"
    if kind == "gpus":
        return f"Efficiency of {data['ladder']} on several GPUs, {data['device']}"
    by = {"bars": "", "sizes": " by stride" if data.get("option") == "--stride" else " by size"}[kind]
    return f"{data['ladder']}{by} on {data['device']}"


def describe(kind: str, data: dict) -> str:
    return {"bars": of_bars, "sizes": of_sizes, "gpus": of_gpus, "roofline": of_roofline}[kind](data)
