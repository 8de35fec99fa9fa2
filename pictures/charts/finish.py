"""Makes matplotlib's SVG one that serves light and dark pages, a screen reader, a printer and a test.

Colours become custom properties (style.PALETTE), which a page that holds the SVG inline may set; text stays text; identifiers
that nothing refers to go, and the others begin with the chart's name, since a page may hold several charts.
"""
from __future__ import annotations

import io
import json
import re
import xml.etree.ElementTree as ET

from .style import PALETTE

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
NAME_OF = {light: name for name, (light, _) in PALETTE.items()}
FONT = "system-ui, 'Segoe UI', Roboto, Helvetica, Arial, 'DejaVu Sans', sans-serif"


def stylesheet() -> str:
    def properties(which: int) -> str:
        return " ".join(f"--{name}:{colours[which]};" for name, colours in PALETTE.items())

    return (f"svg {{ {properties(0)} }}\n"
            f"@media (prefers-color-scheme: dark) {{ svg {{ {properties(1)} }} }}\n"
            f"@media print {{ svg {{ {properties(0)} }} }}\n")


def tag(name: str) -> str:
    return f"{{{SVG}}}{name}"


def with_properties(element: ET.Element) -> None:
    """Each colour of the palette in the style: as a custom property, and as an attribute for what knows none."""
    parts = [part.strip() for part in element.get("style", "").split(";") if part.strip()]
    for i, part in enumerate(parts):
        key, _, value = (text.strip() for text in part.partition(":"))
        if key in ("fill", "stroke") and value in NAME_OF:
            element.set(key, value)
            parts[i] = f"{key}: var(--{NAME_OF[value]}, {value})"
        elif key == "font":
            parts[i] = re.sub(r"(\d+(?:\.\d+)?)px .*", rf"\1px {FONT}", part)
        elif key == "font-family":
            parts[i] = f"font-family: {FONT}"
    if parts:
        element.set("style", "; ".join(parts))


def rename_ids(root: ET.Element, chart: str) -> None:
    text = ET.tostring(root, encoding="unicode")
    used = list(dict.fromkeys(re.findall(r"url\(#([^)]+)\)|href=\"#([^\"]+)\"", text)))
    names = {a or b: f"{chart}-{i}" for i, (a, b) in enumerate(used)}
    for element in root.iter():
        identifier = element.attrib.pop("id", None)
        if identifier in names:
            element.set("id", names[identifier])
        for key, value in list(element.attrib.items()):
            value = re.sub(r"url\(#([^)]+)\)", lambda m: f"url(#{names[m[1]]})", value)
            if key.endswith("href") and value.startswith("#"):
                value = f"#{names[value[1:]]}"
            element.set(key, value)


def add_tips(root: ET.Element) -> None:
    """What a mark's gid says after 'tip:' becomes its <title>, which browsers show where the mouse is."""
    for element in root.iter():
        if element.get("id", "").startswith("tip:"):
            title = ET.Element(tag("title"))
            title.text = element.get("id")[4:]
            element.insert(0, title)


def finish(figure, chart: str, title: str, description: str, metadata: dict) -> str:
    """The figure as the text of an SVG file. chart: a name for its identifiers; metadata: see plan.Chart.metadata()."""
    raw = io.StringIO()
    figure.savefig(raw, format="svg", metadata={"Date": None, "Creator": None})
    ET.register_namespace("", SVG)
    ET.register_namespace("xlink", XLINK)
    root = ET.fromstring(re.sub(r"<!DOCTYPE[^>]*>", "", raw.getvalue()))
    for child in list(root):
        if child.tag == tag("metadata"):
            root.remove(child)
    for style in [e for e in root.iter() if e.tag == tag("defs")]:
        for child in list(style):
            if child.tag == tag("style"):
                style.remove(child)
    for element in root.iter():
        with_properties(element)
    add_tips(root)
    rename_ids(root, chart)
    width, height = root.get("viewBox").split()[2:]
    root.attrib |= {"width": width, "height": height, "style": "max-width: 100%; height: auto", "role": "img",
                    "aria-labelledby": f"{chart}-title {chart}-desc"}
    head = []
    for name, text in (("title", title), ("desc", description), ("metadata", json.dumps(metadata, sort_keys=True)),
                       ("style", stylesheet())):
        element = ET.Element(tag(name), {"id": f"{chart}-{name}"} if name in ("title", "desc") else {})
        element.text = text
        head.append(element)
    root[:0] = head
    # matplotlib ends lines with spaces in path data.
    return re.sub(r"[ \t]+\n", "\n", ET.tostring(root, encoding="unicode")) + "\n"
