"""The manuals, and the README's parts as a guide."""
from __future__ import annotations

from .repository import ROOT
from .text import Pages, prepared, sections, title

# File of the repository -> page and its name in the navigation.
MANUALS = {
    "README.md": ("guide/index.md", "Guide"),
    "lab/README.md": ("lab/index.md", "The lab"),
    "lab/GRADING.md": ("lab/grading.md", "Grading"),
    "emulator/README.md": ("emulator/index.md", "The emulator"),
    "emulator/TRACE.md": ("emulator/trace.md", "Traces"),
    "pictures/README.md": ("pictures/index.md", "Pictures"),
    "scripts/README.md": ("scripts/index.md", "Scripts"),
    "common/README.md": ("common/index.md", "What programs share"),
    "cmake/README.md": ("cmake/index.md", "Building"),
    "tests/README.md": ("tests/index.md", "Tests"),
    "tests/mistakes/README.md": ("tests/mistakes/index.md", "Planted mistakes"),
    "emulator/src/README.md": ("emulator/src/index.md", "The emulator's source"),
    "site/README.md": ("site/index.md", "This site"),
}
GUIDE_TITLE = "Guide"


def present() -> dict[str, tuple[str, str]]:
    return {file: entry for file, entry in MANUALS.items() if (ROOT / file).exists()}


def register(pages: Pages) -> None:
    for file, (page, _) in present().items():
        pages.of_path[file] = page
    pages.of_path["lab/exercises"] = "course/index.md"


def guide(text: str) -> str:
    """The README from its first ## heading on: what stands before is the start page's."""
    return f"# {GUIDE_TITLE}\n" + "".join(f"\n## {name}\n{part}" for name, part in sections(text)[1])


def write_manuals(pages: Pages) -> list:
    entries = []
    for file, (page, name) in present().items():
        text = prepared((ROOT / file).read_text())
        folder = file.rpartition("/")[0]
        if file == "README.md":
            text = guide(text)
        pages.texts[page] = f'---\ntitle: "{name}"\ndescription: "{title(text).replace(chr(34), chr(39))}"\n---\n' + pages.rewritten(text, page, folder)
        entries.append({name: page})
    return entries
