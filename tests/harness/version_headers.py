"""version_headers.py [project folder]: whether each version file begins as a page of a lecture should.

The header is the comment at the top of the file, at most eight lines:

    // reduce_v3: sequential addressing          ./reduce_v3
    //
    // Slow in v2: ...
    // Idea: ...
    // Still slow: ... See v4.

The first line has the program, the idea as LADDER_VERSION() registers it, and after two or more blanks the command.
"Slow in v<k>: " says what limited an earlier version; it may be "Wrong in", "Limited in" or, where a rung is no
improvement, "Compare with". v1 has none. The last part says what is left: "Still slow: ", "Still wrong: ", "Slow: ",
"Wrong: ", "Limited: ", "Limit: " or "See ...", with a few words before the colon if need be ("Still wrong, on purpose: ").
A part may go on in lines that begin with none of these words. A library_*.cu needs the first line only.
"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "lab"))
from tool import ladders  # noqa: E402

MOST_LINES = 8
OPENING = r"(?:Slow|Wrong|Limited) in v(\d+): |Compare with v(\d+): "
IDEA = r"Idea: "
CLOSING = r"(?:Still slow|Still wrong|Slow|Wrong|Limited|Limit)(?:,? [^:.]{1,30})?: |See "


def registered(text):
    """Gives what LADDER_VERSION() says: the number, as text, and the idea; None if there is none."""
    return next(iter(re.findall(r'^LADDER_VERSION\(\s*\w+,\s*(\w+),\s*"([^"]*)"', text, re.MULTILINE)), None)


def header(text):
    lines = text.splitlines()
    length = next((i for i, line in enumerate(lines) if not line.startswith("//")), len(lines))
    return lines[:length]


def faults_of_parts(lines, number, others):
    """Gives (line number, fault) for the lines below the first two."""
    found = []
    for at, line in enumerate(lines, start=3):
        text = line[3:]
        if line != "//" and not re.match("// [^ ]", line):
            yield at, "a line of the header begins with '// '"
        opening = re.match(OPENING, text)
        part = ("opening" if opening else "Idea" if re.match(IDEA, text) else "closing" if re.match(CLOSING, text)
                else None)
        if opening:
            earlier = int(opening[1] or opening[2])
            if earlier >= number or earlier not in others:
                yield at, f"v{earlier} is no earlier version of this ladder"
        if part:
            found.append(part)
        elif not found:
            yield at, "the first part begins with 'Slow in v<k>: ' ('Wrong', 'Limited', 'Compare with') or 'Idea: '"
            found.append("")
    wanted = (["opening"] if number > 1 else []) + ["Idea", "closing"]
    for part in wanted:
        if part not in found:
            yield 3, {"opening": "no part 'Slow in v<k>: ' ('Wrong', 'Limited', 'Compare with')",
                      "Idea": "no part 'Idea: '",
                      "closing": "no part 'Still slow: ' ('Still wrong: ', 'Limit: ', 'See ')"}[part]
    if number == 1 and "opening" in found:
        yield 3, "v1 has no version before it"
    order = [part for part in found if part]
    in_order = order == sorted(order, key=["opening", "Idea", "closing"].index)
    if not in_order or order.count("Idea") > 1 or order.count("opening") > 1:
        yield 3, "the parts stand in the order: Slow in, Idea, Still slow"


def faults(path, ladder, others):
    """Gives (line number, fault) for each thing that is not as it should be."""
    text = path.read_text()
    version = registered(text)
    if version is None:
        yield 1, "no LADDER_VERSION() registers a version"
        return
    library = path.name.startswith("library_")
    in_name = "kLibrary" if library else re.match(r"v(\d+)_", path.name)[1]
    if version[0] != in_name:
        yield 1, f"registers number {version[0]}"
    program = ladder + ("_lib" if library else "_v" + in_name)
    lines = header(text)
    if not lines:
        yield 1, "no header"
        return
    first = re.fullmatch(r"// (\w+): (.*?)(?:  +(\./.*))?", lines[0])
    if not first or first[1] != program:
        yield 1, f"the first line begins with '// {program}: '"
    else:
        if first[2] != version[1]:
            yield 1, f"the idea is '{first[2]}', but registered is '{version[1]}'"
        if not first[3] or first[3].split()[0] != "./" + program:
            yield 1, f"the first line ends with the command, two or more blanks and './{program}'"
    if len(lines) > MOST_LINES:
        yield MOST_LINES + 1, f"the header has {len(lines)} lines: at most {MOST_LINES}"
    if library:
        return
    if len(lines) < 2 or lines[1] != "//":
        yield 2, "the second line is '//'"
    yield from faults_of_parts(lines[2:], int(in_name), others)


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2]).resolve()
    files = wrong = 0
    for ladder in ladders.in_project(root).values():
        name, versions = ladder.name, ladder.files
        others = {int(match[1]) for path in versions if (match := re.match(r"v(\d+)_", path.name))}
        for path in versions:
            files += 1
            found = list(faults(path, name, others))
            wrong += bool(found)
            for line, fault in found:
                print(f"{path.relative_to(root)}:{line}: {fault}")
    if not files:
        sys.exit(f"{root}: no ladder found")
    print(f"{files - wrong} of {files} headers are right")
    sys.exit(wrong > 0)


main()
