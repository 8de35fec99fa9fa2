"""Reads what a picture says of itself."""
from __future__ import annotations

import json
import xml.etree.ElementTree as ET


def metadata_of(svg: str) -> dict:
    """The JSON object in the SVG's <metadata>; empty if there is none."""
    found = ET.fromstring(svg).find("{http://www.w3.org/2000/svg}metadata")
    return json.loads(found.text) if found is not None and found.text else {}
