#!/usr/bin/env python3
"""Writes the lists of names in emulator/README.md from the emulator's own tables.

The lists stand between <!-- names --> and <!-- end of names -->.
"""
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "lab"))
from tool import arguments  # noqa: E402

EMULATOR = ROOT / "emulator"
INCLUDE = EMULATOR / "include"
LISTS = re.compile(r"(<!-- names -->\n)(.*?)(<!-- end of names -->)", re.DOTALL)


def text_of(path):
    return re.sub(r"//.*", "", path.read_text())


def header_names():
    """What a program can include, as it writes it."""
    own = {"emulator.h"}
    for path in INCLUDE.rglob("*"):
        name = path.relative_to(INCLUDE).as_posix()
        if path.is_file() and not name.startswith("cuda_emulator/") and name not in own:
            yield name


def is_library(name):
    return "EMU_LIBRARY_CALL" in (INCLUDE / name).read_text()


def library_calls():
    """Header: how many functions it names."""
    calls = {}
    for name in header_names():
        if is_library(name):
            text = (INCLUDE / name).read_text()
            calls[name] = (len(re.findall(r"\bX\((?!X\b|name)\w+\)", text)) + 4 * text.count("EMU_SDCZ(X,") + 2 * text.count("EMU_SD(X,")
                           + len(re.findall(r"EMU_LIBRARY_CALL\w*\(\w+\)$", text, re.MULTILINE)))
    return calls


def functions(prefix, *headers):
    """Functions that are declared, not called."""
    found = set()
    for header in headers:
        found |= set(re.findall(rf"^(?:static )?(?:inline )?(?:const )?\w+\*?\s+({prefix}[A-Z]\w*)\(", text_of(INCLUDE / header), re.MULTILINE))
    return found


def table(array):
    """The rows of a table of the rewriter's: (word, what it is, whether it is a beginning)."""
    text = (EMULATOR / "rewriter/gpu_only.cpp").read_text()
    rows = re.search(rf"constexpr std::array {array}\{{(.*?)\n\}};", text, re.DOTALL).group(1)
    return [(word, what, rest is not None and "true" in rest)
            for word, what, rest in re.findall(r'Construct\{\s*"([^"]+)",\s*"([^"]+)"(,[^}]*)?\}', rows)]


def advice():
    """What to do instead, with its names as code."""
    text = (EMULATOR / "rewriter/gpu_only.cpp").read_text()
    return {what: re.sub(r"\w+<<<.*?>>>\(\.\.\.\)|\w+\(\)|\w*_\w+", r"`\g<0>`", instead)
            for what, instead in re.findall(r'Advice\{\s*"([^"]+)",\s*"([^"]+)"\}', text)}


def ptx_instructions():
    """T stands for the type."""
    names = []
    for file in sorted((EMULATOR / "rewriter").glob("ptx_*.cpp")):
        names += re.findall(r'PtxInstruction\{\s*"([^"]+)"', file.read_text())
    return names


def by_reason(rows, form):
    reasons = {}
    for row in rows:
        reasons.setdefault(row[1], []).append(form(row))
    return reasons


def code(names):
    return ", ".join(f"`{name}`" for name in names)


def group(names, groups):
    """Lists of the names, by the first pattern that matches."""
    lists = {title: [] for title, _ in groups}
    for name in sorted(names, key=str.lower):
        lists[next(title for title, pattern in groups if re.search(pattern, name))].append(name)
    return {title: members for title, members in lists.items() if members}


RUNTIME_GROUPS = [
    ("graphs", "Graph|Captur"), ("streams", "Stream|LaunchHostFunc"), ("events", "Event"), ("memory pools", "Pool"),
    ("symbols", "Symbol"), ("launches, kernels and occupancy", "Launch|Func|Occupancy"),
    ("memory", "Malloc|Free|Mem|HostAlloc|HostRegister|HostUnregister|HostGet|Pointer"), ("errors", "Error"), ("devices", "")]
DRIVER_GROUPS = [("errors and versions", "Init|Error|Version"), ("devices", "cuDevice"), ("contexts", "cuCtx"), ("memory", "cuMem"),
                 ("streams and events", "")]


def wrapped(line):
    indent = "  " if line.startswith("- ") else ""
    return textwrap.fill(line, 160, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False) + "\n"


def lists():
    includes = sorted(header_names(), key=str.lower)
    libraries = library_calls()
    runtime = functions("cuda", "cuda_runtime_api.h", "cuda_profiler_api.h", *(f"cuda_emulator/{name}.h" for name in (
        "memory_pools", "older_api", "stream_attributes", "function_api", "graph_api", "symbol_api", "launch_api", "texture_api")))
    driver_text = text_of(INCLUDE / "cuda_emulator/driver_names.h").split("#define EMU_DRIVER_FUNCTIONS(X)")[1]
    driver = re.findall(r"X\((\w+)\)", driver_text)
    refused_driver = [name for name in re.findall(r"EMU_REFUSED\((cu\w+),", (EMULATOR / "src/api/driver_modules.cpp").read_text())]

    lines = ["Headers: " + code(name for name in includes if name not in libraries and not name.startswith("cuda/")) + ". Of `<cuda/...>`: "
             + code(name[len("cuda/"):] for name in includes if name.startswith("cuda/")) + ".", ""]
    lines += [f"The runtime API has {len(runtime)} functions:", ""]
    lines += [f"- {title}: {code(names)}" for title, names in group(runtime, RUNTIME_GROUPS).items()]
    lines += ["", f"The driver API has {len(driver)} functions:", ""]
    lines += [f"- {title}: {code(names)}" for title, names in group(driver, DRIVER_GROUPS).items()]
    lines += ["", f"These print one line and return `CUDA_ERROR_NOT_SUPPORTED`: {code(refused_driver)}.", ""]
    lines += ["A call of these libraries prints one line and ends the program; in brackets, how many functions their headers name: "
              + ", ".join(f"`{name}` ({count})" for name, count in sorted(libraries.items(), key=lambda item: item[0].lower())) + ".", ""]
    lines += ["Inline PTX of these instructions is translated (T: any type): " + code(ptx_instructions()) + ".", ""]
    lines += ["Refused at compile time, in one line:", "", "| What | Names | Instead |", "|---|---|---|"]
    reasons = by_reason(table("kConstructs"), lambda row: row[0] + ("..." if row[2] else ""))
    for what, names in by_reason(table("kHeaders"), lambda row: f"<{row[0]}" + ("...>" if not row[0].endswith(".h") else ">")).items():
        reasons[what] = reasons.get(what, []) + names
    reasons["inline PTX"] = ["asm(...)"]
    reasons["a kernel launch by device code"] = ["<<<...>>>"]
    for what, names in reasons.items():
        lines.append(f"| {what} | {code(names)} | {advice().get(what, '')} |")
    return "".join(line + "\n" if line.startswith("|") else wrapped(line) for line in lines)


def main():
    parser = arguments.of_script("emulator_names.py", __doc__)
    parser.add_argument("--check", action="store_true", help="exit with 1 if they are not what the code has; write nothing")
    check = parser.parse_args().check
    readme = EMULATOR / "README.md"
    text = readme.read_text()
    if not LISTS.search(text):
        sys.exit(f"{readme}: no <!-- names -->")
    wanted = LISTS.sub(lambda match: match.group(1) + lists() + match.group(3), text)
    if check:
        if wanted != text:
            sys.exit("emulator/README.md: its lists of names are not the code's: run scripts/emulator_names.py")
    else:
        readme.write_text(wanted)


if __name__ == "__main__":
    main()
