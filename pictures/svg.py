"""A small writer of SVG over xml.etree: shapes, text that fits its place, the project's colours for light and dark.

Colours are used by classes only. Every class begins with "map-", and every id with the picture's own name, so that several
pictures can be put into one page.
"""
from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass, field

NAMESPACE = "http://www.w3.org/2000/svg"
WIDTH = 720

LIGHT = {"paper": "#ffffff", "ink": "#1f2328", "muted": "#59636e", "grid": "#d1d9e0", "a": "#0072b2", "b": "#e69f00",
         "c": "#009e73", "d": "#cc79a7", "warn": "#d55e00"}
DARK = {"paper": "#0d1117", "ink": "#e6edf3", "muted": "#9198a1", "grid": "#30363d", "a": "#56b4e9", "b": "#f0b640",
        "c": "#2fc39a", "d": "#e59ac6", "warn": "#ff8a4c"}


def colour(name: str) -> str:
    return f"var(--{name}, {LIGHT[name]})"


def style(rules: dict[str, str]) -> str:
    """The text of <style>: the colours of both schemes, and the classes' rules, in which {a} stands for a colour."""
    def scheme(colours: dict[str, str]) -> str:
        return "svg { " + " ".join(f"--{name}:{value};" for name, value in colours.items()) + " }"
    lines = [scheme(LIGHT), "@media (prefers-color-scheme: dark) { " + scheme(DARK) + " }"]
    for selector, rule in rules.items():
        lines.append(f"{selector} {{ {re.sub(r'{([a-z]+)}', lambda m: colour(m[1]), rule)} }}")
    return "\n" + "\n".join(lines) + "\n"


RULES = {
    ".map-text": "font: 12px sans-serif; fill: {muted}",
    ".map-text.map-strong": "fill: {ink}",
    ".map-figure": "font: 600 16px sans-serif; fill: {ink}",
    ".map-name": "font: 600 13px sans-serif; fill: {ink}",
    ".map-code": "font: 12px monospace; fill: {ink}; white-space: pre",
    ".map-in": "font: 12px sans-serif; fill: {paper}",
    ".map-in-hot": "font: 12px sans-serif; fill: {ink}",
    ".map-paper": "fill: {paper}",
    ".map-used": "fill: {a}",
    ".map-hot": "fill: {paper}; stroke: {warn}; stroke-width: 2",
    ".map-off": "fill: none; stroke: {grid}; stroke-width: 1",
    ".map-box": "fill: none; stroke: {muted}; stroke-width: 1",
    ".map-grid": "fill: none; stroke: {grid}; stroke-width: 1",
    ".map-line": "fill: none; stroke: {a}; stroke-width: 1.25; stroke-opacity: 0.75",
    ".map-line-hot": "fill: none; stroke: {warn}; stroke-width: 1.25; stroke-dasharray: 5 3",
    ".map-hatch": "fill: none; stroke: {muted}; stroke-width: 1",
    ".map-wait": "fill: none; stroke: {warn}; stroke-width: 2",
    ".map-shared": "fill: {paper}",
}

NARROW, WIDE = set("iljtfrI.,:;'|![]() "), set("mwMWGOQ@%")


def text_width(text: str, size: float, mono: bool = False) -> float:
    """At most what the text takes in the usual fonts, in pixels."""
    if mono:
        return 0.605 * size * len(text)
    return size * sum(0.36 if c in NARROW else 0.95 if c in WIDE else 0.62 for c in text)


def wrapped(text: str, width: float, size: float) -> list[str]:
    """The text in lines that are no wider than width, broken at spaces."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def shortened(text: str, width: float, size: float, mono: bool = False) -> str:
    if text_width(text, size, mono) <= width:
        return text
    while text and text_width(text + " …", size, mono) > width:
        text = text[:-1]
    return text.rstrip() + " …"


def number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


@dataclass
class Canvas:
    """Where shapes are drawn. x and y of everything drawn are relative to the origin of the group it is drawn in."""
    name: str
    root: ET.Element = field(default_factory=lambda: ET.Element("g"))

    def add(self, tag: str, css: str = "", **attributes) -> ET.Element:
        words = {key.replace("_", "-"): number(value) if isinstance(value, (int, float)) else value
                 for key, value in attributes.items()}
        return ET.SubElement(self.root, tag, {**({"class": css} if css else {}), **words})

    def group(self, x: float, y: float) -> Canvas:
        return Canvas(self.name, self.add("g", transform=f"translate({number(x)} {number(y)})"))

    def rect(self, x: float, y: float, width: float, height: float, css: str, **more) -> None:
        self.add("rect", css, x=x, y=y, width=width, height=height, **more)

    def line(self, x1: float, y1: float, x2: float, y2: float, css: str) -> None:
        self.add("line", css, x1=x1, y1=y1, x2=x2, y2=y2)

    def curve(self, x1: float, y1: float, x2: float, y2: float, css: str) -> None:
        """From (x1, y1) down to (x2, y2), leaving and arriving upright."""
        middle = (y1 + y2) / 2
        places = [number(v) for v in (x1, y1, x1, middle, x2, middle, x2, y2)]
        self.add("path", css, d="M{} {}C{} {} {} {} {} {}".format(*places))

    def text(self, x: float, y: float, text: str, css: str = "map-text", anchor: str = "start", turned: bool = False) -> None:
        more = {"transform": f"rotate(-90 {number(x)} {number(y)})"} if turned else {}
        if anchor != "start":
            more["text_anchor"] = anchor
        self.add("text", css, x=x, y=y, **more).text = text

    def hatched(self, x: float, y: float, width: float, height: float, **more) -> None:
        self.add("rect", x=x, y=y, width=width, height=height, fill=f"url(#{self.name}-hatch)", **more)


def document(canvas: Canvas, width: float, height: float, title: str, description: str, metadata: dict) -> str:
    """The file's text: canvas's shapes on paper, with what screen readers read and what the picture was made from."""
    root = ET.Element("svg", {"xmlns": NAMESPACE, "viewBox": f"0 0 {number(width)} {number(height)}", "width": "100%",
                              "style": f"max-width: {number(width)}px", "role": "img"})
    ET.SubElement(root, "title").text = title
    ET.SubElement(root, "desc").text = description
    ET.SubElement(root, "metadata").text = json.dumps(metadata, ensure_ascii=False, separators=(",", ":"))
    ET.SubElement(root, "style").text = style(RULES)
    definitions = ET.SubElement(root, "defs")
    hatch = ET.SubElement(definitions, "pattern", {"id": f"{canvas.name}-hatch", "width": "5", "height": "5",
                                                   "patternUnits": "userSpaceOnUse", "patternTransform": "rotate(45)"})
    ET.SubElement(hatch, "line", {"class": "map-hatch", "x1": "0", "y1": "0", "x2": "0", "y2": "5"})
    ET.SubElement(root, "rect", {"class": "map-paper", "width": number(width), "height": number(height)})
    root.append(canvas.root)
    ET.indent(root, " ")
    return ET.tostring(root, encoding="unicode") + "\n"


def metadata_of(text: str) -> dict:
    """What a picture was made from; throws ValueError if the text is no such picture."""
    try:
        root = ET.fromstring(text)
        return json.loads(root.findtext(f"{{{NAMESPACE}}}metadata") or "")
    except (ET.ParseError, ValueError) as error:
        raise ValueError(f"not a picture of this project: {error}") from error
