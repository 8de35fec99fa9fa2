"""What the sandbox shows of the project while it compiles a submission: headers and the compiler's helpers, nothing else."""
from __future__ import annotations

import os
import shutil
from pathlib import Path

HEADERS = (".h", ".hpp", ".cuh", ".inl", ".hh", "")


class Stage:
    """A copy, by hard links where it can be, of parts of `root` and `build`, which the sandbox shows in their places."""

    def __init__(self, folder: Path, root: Path, build: Path):
        self.folder, self.root, self.build = folder, root.resolve(), build.resolve()
        self.staged: set[Path] = set()
        (folder / "root").mkdir(parents=True)
        self.place(self.build).mkdir(parents=True, exist_ok=True)  # compilers run there

    def place(self, path: Path) -> Path:
        """Where the stage has it. The build folder may lie within the project."""
        if self.build.is_relative_to(self.root) and path.is_relative_to(self.root):
            return self.folder / "root" / path.relative_to(self.root)
        if path.is_relative_to(self.build):
            return self.folder / "build" / path.relative_to(self.build)
        return self.folder / "root" / path.relative_to(self.root)

    def mounts(self) -> dict[Path, Path]:
        mounted = {self.root: self.folder / "root"}
        if not self.build.is_relative_to(self.root):
            mounted[self.build] = self.folder / "build"
        return mounted

    def add_file(self, path: Path) -> None:
        path = path.resolve()
        if path in self.staged or not path.is_file():
            return
        self.staged.add(path)
        to = self.place(path)
        to.parent.mkdir(parents=True, exist_ok=True)
        try:
            os.link(path, to)
        except OSError:
            shutil.copy2(path, to)

    def add_headers(self, folder: Path, below: bool = True) -> None:
        """The headers of a folder, and those below it."""
        for path in sorted(folder.rglob("*") if below else folder.iterdir()):
            if path.is_file() and not path.is_symlink() and (path.suffix in HEADERS[:-1] or "include" in path.parts
                                                             and path.suffix == ""):
                self.add_file(path)

    def add_folder(self, folder: Path) -> None:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                self.add_file(path)
        self.place(folder.resolve()).mkdir(parents=True, exist_ok=True)
