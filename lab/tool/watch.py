"""Calls something at each save of a file in a folder, by the system's file events."""
from __future__ import annotations

import queue
from pathlib import Path
from typing import Callable

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

QUIET_SECONDS = 0.1  # editors save in several steps


class Saves(FileSystemEventHandler):
    def __init__(self) -> None:
        self.paths: queue.Queue[Path] = queue.Queue()

    def on_any_event(self, event: FileSystemEvent) -> None:
        if event.event_type in ("created", "modified", "moved", "closed") and not event.is_directory:
            self.paths.put(Path(getattr(event, "dest_path", "") or event.src_path))


def watch(folder: Path, files: dict[Path, str], ready: Callable[[], None], changed: Callable[[str], None]) -> None:
    """Calls ready() when saves are seen from now on, and changed(files[path]) when the text of one of the files has
    changed. Never returns; Ctrl-C ends it."""
    def text(path: Path) -> bytes:
        try:
            return path.read_bytes()
        except OSError:
            return b""  # being replaced

    saves, observer = Saves(), Observer()
    last = {path.resolve(): text(path) for path in files}
    names = {path.resolve(): name for path, name in files.items()}
    observer.schedule(saves, str(folder))
    observer.start()
    try:
        ready()
        while True:
            touched = {saves.paths.get().resolve()}
            try:
                while True:
                    touched.add(saves.paths.get(timeout=QUIET_SECONDS).resolve())
            except queue.Empty:
                pass
            for path in touched & names.keys():
                now = text(path)
                if now and now != last[path]:
                    last[path] = now
                    changed(names[path])
    finally:
        observer.stop()
        observer.join()
