"""Puts an SVG into a page so that it follows the page's light or dark scheme and disturbs nothing else there."""
from __future__ import annotations

import re
from html import escape
from pathlib import Path


def rules_of(css: str) -> list[tuple[str, str]]:
    """Selector and body of each rule at the top; for @media the body holds rules again."""
    found, at = [], 0
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.S)
    while (start := css.find("{", at)) >= 0:
        depth, end = 1, start + 1
        while depth and end < len(css):
            depth += {"{": 1, "}": -1}.get(css[end], 0)
            end += 1
        found.append((css[at:start].strip(), css[start + 1:end - 1].strip()))
        at = end
    return found


def scoped(css: str, scope: str) -> str:
    """The rules for this picture alone. Colours for a dark screen go, for the site's own CSS sets them."""
    result = []
    for selector, body in rules_of(css):
        if selector.startswith("@media"):
            if "prefers-color-scheme" not in selector:
                result.append(f"{selector}{{{scoped(body, scope)}}}")
            continue
        if selector.startswith("@"):
            result.append(f"{selector}{{{body}}}")
            continue
        if selector in ("svg", ":root"):
            body = re.sub(r"--(?:paper|ink|muted|grid|a|b|c|d|warn)\s*:[^;]*(;|$)", "", body).strip()
            if body:
                result.append(f"#{scope}{{{body}}}")
            continue
        parts = [re.sub(r"^svg\b", "", part.strip()).strip() for part in selector.split(",")]
        result.append(",".join(f"#{scope} {part}" for part in parts) + f"{{{body}}}")
    return "".join(result)


def inline(file: Path, name: str, alt: str) -> str:
    """The picture's elements under ids of their own, in a box that scrolls. name: no other picture of the page has it."""
    text = file.read_text()
    text = re.sub(r"<\?xml.*?\?>|<!DOCTYPE.*?>|<!--.*?-->", "", text, flags=re.S).strip()
    ids = set(re.findall(r'\bid="([^"]+)"', text))
    for one in ids:
        safe = re.escape(one)
        text = re.sub(rf'\bid="{safe}"', f'id="{name}-{one}"', text)
        text = re.sub(rf'((?:xlink:)?href="#|url\(#){safe}(?=["\)])', rf"\g<1>{name}-{one}", text)
    text = re.sub(r'(aria-(?:labelledby|describedby))="([^"]*)"',
                  lambda m: f'{m[1]}="{" ".join(f"{name}-{w}" if w in ids else w for w in m[2].split())}"', text)
    text = re.sub(r"<style[^>]*>(?:\s*<!\[CDATA\[)?(.*?)(?:\]\]>\s*)?</style>",
                  lambda m: f"<style>{scoped(m[1], name)}</style>", text, flags=re.S)
    return (f'<figure class="picture" id="{name}" data-picture="{escape(file.name)}"><div class="scroll" role="region" '
            f'aria-label="{escape(alt)}">{text}</div></figure>')
