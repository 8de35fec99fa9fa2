"""Takes a defence of the grader away for a while: a part of a function, of a pattern or of a C++ file."""
import inspect
import re
import shlex
import subprocess
import textwrap
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from support import ROOT


def resolve(target):
    """"grading.sandbox:Sandbox.words": where it is, its name, and what it is."""
    module, _, path = target.partition(":")
    owner = import_module("tool." + module)
    *above, name = path.split(".")
    for word in above:
        owner = getattr(owner, word)
    return owner, name, getattr(owner, name)


def changed(thing, old, new):
    """old must be there exactly once. Of a tuple of patterns, those with `old` are left out; a number is replaced."""
    if isinstance(thing, (int, float)):
        return new
    if isinstance(thing, tuple):
        rest = tuple(each for each in thing if old not in each[0].pattern)
        assert len(rest) == len(thing) - 1, old
        return rest
    if isinstance(thing, re.Pattern):
        assert thing.pattern.count(old) == 1, (thing.pattern, old)
        return re.compile(thing.pattern.replace(old, new), thing.flags)
    source = getattr(thing, "changed_source", None) or textwrap.dedent(inspect.getsource(thing))
    assert source.count(old) == 1, f"{thing.__qualname__} has {source.count(old)} times {old}"
    made = {}
    exec(compile(source.replace(old, new), inspect.getsourcefile(thing), "exec"), thing.__globals__, made)
    made[thing.__name__].changed_source = source.replace(old, new)
    return made[thing.__name__]


@contextmanager
def without(edits):
    """edits: (target, old text, new text)."""
    undo = []
    try:
        for target, old, new in edits:
            owner, name, thing = resolve(target)
            undo.append((owner, name, thing))
            setattr(owner, name, changed(thing, old, new))
        yield
    finally:
        for owner, name, thing in reversed(undo):
            setattr(owner, name, thing)


def library_without(bench, edits, folder):
    """A copy of the library of common/ in which files of C++ are changed. edits: (file, old text, new text)."""
    archive = next(bench.build_folder.glob("common/*.a"))
    copy = folder / archive.name
    copy.write_bytes(archive.read_bytes())
    lines = subprocess.run(["ninja", "-C", str(bench.build_folder), "-t", "commands", str(archive.relative_to(bench.build_folder))],
                           capture_output=True, text=True, check=True).stdout.splitlines()
    changed_files = {}
    for file, old, new in edits:
        text = changed_files.get(file) or (ROOT / file).read_text()
        assert text.count(old) == 1, f"{file} has {text.count(old)} times {old}"
        changed_files[file] = text.replace(old, new)
    for words in (words for words in map(shlex.split, lines) if words[-2] == "-c"):
        made = compiled_with(changed_files, words, bench.build_folder, folder)
        if made:
            subprocess.run(["ar", "r", str(copy), str(made)], check=True, capture_output=True)
    assert not changed_files, f"not in {archive.name}: {', '.join(changed_files)}"
    return copy


def compiled_with(changed_files, words, build, folder):
    """The object that the command makes with those changed files that its source includes (see OneSource.cmake), which are
    taken out of changed_files; None if there are none."""
    source = Path(words[-1])
    text = source.read_text()
    included = [file for file in changed_files if f'#include "{ROOT / file}"' in text]
    if not included:
        return None
    for file in included:
        changed = folder / Path(file).name
        changed.write_text(changed_files.pop(file))
        text = text.replace(str(ROOT / file), str(changed))
    words[-1] = str(folder / source.name)
    Path(words[-1]).write_text(text)
    output = words.index("-o") + 1
    made = folder / Path(words[output]).name
    words[output] = str(made)
    for option, count in (("-MD", 1), ("-MT", 2), ("-MF", 2)):  # the list of what it depends on
        if option in words:
            at = words.index(option)
            del words[at:at + count]
    subprocess.run(words, cwd=build, check=True)
    return made


@contextmanager
def linked_with(bench, library):
    """Submissions are linked with this library in place of the library of common/."""
    original = next(bench.build_folder.glob("common/*.a"))
    staged = bench.compiler.stage.place(original.resolve())
    kept = staged.with_suffix(".kept")
    staged.rename(kept)
    staged.write_bytes(library.read_bytes())
    try:
        yield
    finally:
        kept.replace(staged)


def checker_with(bench, exercise, library, folder):
    """The project's own program of the exercise, linked with this library."""
    program = folder / exercise.program
    link = bench.commands_of(exercise.program)[3]
    original = str(next(bench.build_folder.glob("common/*.a")).relative_to(bench.build_folder))
    words = [str(program) if w == f"bin/{exercise.program}" else str(library) if w == original else w for w in link]
    subprocess.run(words, cwd=bench.build_folder, check=True)
    return program
