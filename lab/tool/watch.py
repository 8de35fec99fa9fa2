"""Judges files at each save, by the system's file events."""
from __future__ import annotations

import queue
import threading
from pathlib import Path
from typing import Any, Callable

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from .program import running

QUIET_SECONDS = 0.1  # editors save in several steps


class Saves(FileSystemEventHandler):
    """Puts the paths that were written into a queue."""

    def __init__(self, events: queue.Queue) -> None:
        self.events = events

    def on_any_event(self, event: FileSystemEvent) -> None:
        if event.event_type in ("created", "modified", "moved", "closed") and not event.is_directory:
            self.events.put(Path(getattr(event, "dest_path", "") or event.src_path))


class Check(threading.Thread):
    """Judges one file, and puts itself into the queue when that is done."""

    def __init__(self, name: str, judge: Callable[[str], Any], events: queue.Queue) -> None:
        super().__init__()
        self.file, self.judge, self.events = name, judge, events
        self.verdict: Any = None
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self.verdict = self.judge(self.file)
        except BaseException as error:  # also when its processes were ended
            self.error = error
        self.events.put(self)

    def end(self) -> None:
        """Kills what runs for it, and waits until it knows."""
        running.stop_all()
        self.join()
        running.resume()


class Watch:
    """files: to watch, in the folder, with their names.

    judge(name) gives a verdict, and may take long. It is called in another thread; a save of the same file ends the processes
    that it runs. Then it must come back, by an exception or not, and leave no thread behind that could start more.
    """

    def __init__(self, folder: Path, files: dict[Path, str], judge: Callable[[str], Any]):
        self.folder, self.judge = folder, judge
        self.names = {path.resolve(): name for path, name in files.items()}
        self.last = {path: text_of(path) for path in self.names}
        self.events: queue.Queue[Path | Check] = queue.Queue()
        self.waiting: list[str] = []
        self.current: Check | None = None

    def run(self, first: str, began: Callable[[str, bool], None], told: Callable[[str, Any], None]) -> None:
        """Judges the file `first`, then each whose text changes. Calls began(name, whether it was saved again before its
        verdict) and told(name, verdict). Never returns; Ctrl-C ends it."""
        observer = Observer()
        observer.schedule(Saves(self.events), str(self.folder))
        observer.start()
        self.waiting.append(first)
        again = False
        try:
            while True:
                if not self.current and self.waiting:
                    name = self.waiting.pop(0)
                    began(name, again)
                    self.current = Check(name, self.judge, self.events)
                    self.current.start()
                again = False
                for event in self.next_events():
                    if isinstance(event, Path):
                        again |= self.note_save(event)
                    elif event is self.current:
                        self.current = None
                        if event.error and not isinstance(event.error, FileNotFoundError):  # being replaced
                            raise event.error
                        if not event.error:
                            told(event.file, event.verdict)
        finally:
            if self.current:
                running.stop_all()
            observer.stop()
            observer.join()

    def next_events(self) -> list[Path | Check]:
        """Waits for one, and for what comes with it. Saves come first: a verdict on an older text is none."""
        events = [self.events.get()]
        try:
            while isinstance(events[-1], Path):
                events.append(self.events.get(timeout=QUIET_SECONDS))
        except queue.Empty:
            pass
        return sorted(events, key=lambda event: not isinstance(event, Path))

    def note_save(self, path: Path) -> bool:
        """Ends the check that runs, if it is that of a file whose text has changed; gives whether it did."""
        path = path.resolve()
        now = text_of(path) if path in self.names else b""
        if not now or now == self.last[path]:
            return False
        self.last[path] = now
        name = self.names[path]
        if name in self.waiting:
            return False
        is_running = bool(self.current) and self.current.file == name
        if is_running:
            self.current.end()
            self.current = None
        self.waiting.insert(0 if is_running else len(self.waiting), name)
        return is_running


def text_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""  # being replaced
