"""What a picture is to show."""
from __future__ import annotations

from dataclasses import dataclass, field

from .choose import Wish


@dataclass
class Asked:
    """One picture. lines: a number, FILE:NUMBER or text of the line, for each program; warps: of a timeline, or "all";
    requests: a timeline without basic blocks; steps: columns of a timeline to draw at most."""
    programs: list[str]
    options: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    wish: Wish = Wish()
    timeline: bool = False
    block: str | None = None
    warps: str | None = None
    steps: int | None = None
    requests: bool = False
