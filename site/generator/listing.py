"""Sources and their differences as HTML."""
from __future__ import annotations

import difflib
from html import escape

from .figures import figure
from .source import Traffic, highlighted

CONTEXT = 3      # unchanged lines that are shown around a change
FOLD_FROM = 4    # fewer are not worth a fold


def scroll_box(html: str, name: str, css: str, hidden: str = "") -> str:
    """A box that scrolls by itself, so that the page need not. assets/site.js lets the keyboard into those that do scroll."""
    return f'<div class="scroll {css}" role="region" aria-label="{escape(name)}"{hidden}>{html}</div>'


def number(value: float) -> str:
    return f"{value:,.0f}".replace(",", "\u202f")


def plural(text: str, word: str) -> str:
    return f"{text} {word}" if text == "1" else f"{text} {word}s"


def ratio_note(traffic: Traffic) -> tuple[str, bool]:
    """What the requests cost, as HTML, and whether that is more than they need."""
    entry, at, file = traffic.entry, traffic.place, traffic.file
    sectors, ideal = entry["sectors"], entry["ideal_sectors"]
    if sectors:
        value = sectors / entry["requests"]
        note = figure(plural(f"{value:.3g}", "sector"), value, file, f"{at}/sectors / {at}/requests") + " per request"
        if sectors > 1.005 * ideal:
            best = ideal / entry["requests"]
            note += ", " + figure(f"{best:.3g} would do", best, file, f"{at}/ideal_sectors / {at}/requests")
            return note, True
        return note, False
    if entry["ideal_wavefronts"]:
        value = entry["wavefronts"] / entry["ideal_wavefronts"]
        places = f"{at}/wavefronts / {at}/ideal_wavefronts"
        if entry["memory"] == "constant":  # serves one word at a time to all lanes
            return figure(plural(f"{value:.3g}", "different word"), value, file, places) + " per request", value > 1.005
        if value > 1.005:
            return figure(f"{value:.3g}-way bank conflicts", value, file, places), True
        return "no bank conflicts", False
    return "", False


def contention_note(traffic: Traffic) -> str:
    """Of atomics: how many lanes of a request update one address."""
    if traffic.entry["access"] != "atomic" or not traffic.entry["requests"]:
        return ""
    value = traffic.entry["same_address"] / traffic.entry["requests"]
    return ", " + figure(plural(f"{value:.3g}", "thread"), value, traffic.file,
                         f"{traffic.place}/same_address / {traffic.place}/requests") + " on one address"


def traffic_note(traffic: Traffic) -> str:
    requests = traffic.entry["requests"]
    words = f'<span class="kind">{traffic.kind}</span> '
    words += figure(plural(number(requests), "request"), requests, traffic.file, f"{traffic.place}/requests")
    note, more = ratio_note(traffic)
    lanes = traffic.entry["lanes"] / requests if requests else 32
    if lanes < 31.95:
        words += " of " + figure(plural(f"{lanes:.3g}", "thread"), lanes, traffic.file, f"{traffic.place}/lanes / {traffic.place}/requests")
    if note:
        words += f", {note}"
    words += contention_note(traffic)
    return f'<li class="more">{words}</li>' if more else f"<li>{words}</li>"


def listing(text: str, name: str, anchor: str, traffic: dict[int, list[Traffic]], language: str = "cuda") -> str:
    """A table of the lines; with traffic, a third column says what the emulator counted at each."""
    rows = []
    for i, line in enumerate(highlighted(text, language), 1):
        notes = "".join(traffic_note(one) for one in traffic.get(i, []))
        beside = f"<td class=traffic>{f'<ul>{notes}</ul>' if notes else ''}</td>" if traffic else ""
        rows.append(f'<tr id="{anchor}-line-{i}"{" class=counted" if notes else ""}><td class=n data-n="{i}"></td>'
                    f"<td class=c>{line}</td>{beside}</tr>")
    head = "<th scope=col><span class=hidden>Line</span></th><th scope=col>Source</th>"
    if traffic:
        head += "<th scope=col>What the emulator counts here</th>"
    table = f'<table class="source"><caption class="hidden">{escape(name)}</caption><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
    return scroll_box(table, name, "listing", " data-search-exclude")


def side(lines: list[str], first: int, css: str) -> str:
    word = {"old": "removed", "new": "added"}.get(css, "")
    mark = {"old": "\u2212", "new": "+"}.get(css, "")
    shown = []
    for i, line in enumerate(lines):
        said = f'<span class="hidden">{word}: </span>' if word else ""
        shown.append(f'<div class="l"><span class="n" data-n="{first + i}"></span><span class="m" data-m="{mark}"></span>'
                     f'<code>{said}{line or " "}</code></div>')
    return "".join(shown)


def unchanged(old: list[str], new: list[str], i: int, j: int) -> str:
    return (f'<div class="hunk same"><div class="left">{side(old, i, "same")}</div>'
            f'<div class="right" aria-hidden="true">{side(new, j, "same")}</div></div>')


def equal_part(old: list[str], new: list[str], i: int, j: int, at_start: bool, at_end: bool) -> str:
    """Unchanged lines; those that are far from a change are folded."""
    count = len(old)
    before, after = 0 if at_start else CONTEXT, 0 if at_end else CONTEXT
    if count - before - after < FOLD_FROM:
        return unchanged(old, new, i, j)
    first, last = before, count - after
    head = unchanged(old[:first], new[:first], i, j) if first else ""
    tail = unchanged(old[last:], new[last:], i + last, j + last) if last < count else ""
    folded = unchanged(old[first:last], new[first:last], i + first, j + first)
    return f"{head}<details><summary>{last - first} unchanged lines</summary>{folded}</details>{tail}"


def difference(old_text: str, new_text: str, old_name: str, new_name: str) -> str:
    """Both sources side by side with what changed marked; assets/site.css puts them one below the other where it is narrow."""
    old_lines, new_lines = old_text.splitlines(), new_text.splitlines()
    old, new = highlighted(old_text), highlighted(new_text)
    parts = difflib.SequenceMatcher(None, old_lines, new_lines, autojunk=False).get_opcodes()
    body = []
    for k, (kind, i, i2, j, j2) in enumerate(parts):
        if kind == "equal":
            body.append(equal_part(old[i:i2], new[j:j2], i + 1, j + 1, k == 0, k == len(parts) - 1))
        else:
            body.append(f'<div class="hunk changed"><div class="left old">{side(old[i:i2], i + 1, "old")}</div>'
                        f'<div class="right new">{side(new[j:j2], j + 1, "new")}</div></div>')
    head = f'<div class="names" aria-hidden="true"><span>{escape(old_name)}</span><span>{escape(new_name)}</span></div>'
    # A section, as the search's data-search-exclude ends with the first end of an element of the same kind.
    return (f'<section class="difference" role="group" aria-label="{escape(old_name)} and {escape(new_name)}" data-search-exclude>'
            f'{head}{"".join(body)}</section>')
