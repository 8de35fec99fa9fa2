"""What a submission may not contain: judged by its text and by the symbols of its object file.

The allowed names are those that the exercise's own files and the ladder's versions use, the CUDA API, and the parts of the C and
C++ libraries that compute. Everything that reaches outside of the program is refused: files, processes, sockets, signals,
threads, the problem's reference, the inside of the harness and of the emulator.
"""
from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from .source_text import attributes_of, code_of, directives_of

MOST_BYTES = 256 * 1024     # of a source
MOST_VARIABLES = 32 * 1024  # bytes of variables more than the solution has

# Names that a macro must not take: a redefinition could only be there to mislead. The second: in files of the ladders.
PROTECTED = re.compile(r"main|CUDA_EMULATOR\w*|__\w+|emu\w*|private|protected|public|class|struct|const|"
                       r"if|else|for|while|return|static|template|using|namespace")
OF_LADDERS = re.compile(r"LADDER_VERSION|CUDA_CHECK|ladders|Run|[A-Z]\w*_TEST\w*|kEmulator|upload|download|kernel|assert")
# The second: those that a plain CUDA program may have, too; without an option of the compiler they mean nothing.
PRAGMAS = re.compile(r"(?:unroll|once|nv_\w+|GCC (?:unroll|diagnostic)|STDC|region|endregion|warning)\b")
PRAGMAS_OF_PROGRAMS = re.compile(r"(?:omp|acc|ivdep|message)\b")
REFUSED_WORDS = tuple((re.compile(word, re.A), what) for word, what in (
    (r"\b(?:asm|__asm|__asm__)\b", "assembly"), (r"\b__(?:ASMNAME|REDIRECT|LDBL_REDIR)\w*", "assembly (glibc's macros for it)"),
    (r"##|%:%:", "tokens put together (##)"), (r"\b(?:_Pragma|__pragma)\b", "_Pragma"),
    (r"\b(?:gnu|__gnu__)\b", "attributes of the compiler (gnu::)"), (r"\b__has_(?:include|embed)\w*", ""),
    # The emulator does not see what these read and write, or they leave the function by another way than by return.
    (r"\b(?:_mm\w*|__builtin_(?:ia32|aarch64|arm|neon|sve)_?\w*|__builtin_(?:nontemporal|apply|return|setjmp|longjmp|eh_)\w*)", ""),
    (r"\b__builtin_(?:frame_address|extract_return_addr|unwind_init|dwarf\w*)\b", ""),
    (r"\b(?:_fileno|_IO_\w+)", "")))  # of FILE
# In __attribute__((...)): these change nothing that is judged.
ATTRIBUTES = {"unused", "maybe_unused", "nodiscard", "noreturn", "fallthrough", "deprecated", "aligned", "packed", "noinline",
              "always_inline", "pure", "may_alias", "alignof", "sizeof", "attribute"}
# Members of the harness's classes that no version needs.
INSIDE = re.compile(r"\b(record_|plan_|buffers_|host_outputs_|in_kernel_|inputs_may_change_|blindfold|HiddenArrays|RunRecord|"
                    r"LadderOf|Registry|run_program|ladder_main)\b")

MATH = (r"(?:__)?(?:a?(?:sin|cos|tan)h?|atan2|exp|exp2|exp10|expm1|log|log2|log10|log1p|logb|ilogb|pow|sqrt|cbrt|hypot|fabs|floor|"
        r"ceil|round|lround|llround|rint|lrint|llrint|nearbyint|trunc|fmod|remainder|fma|fmin|fmax|fdim|copysign|nextafter|"
        r"ldexp|scalbn|frexp|modf|erf|erfc|tgamma|lgamma|nan|j0|j1|jn|y0|y1|yn|sincos)(?:f|l)?(?:_finite)?")
LIBC = (r"(?:__)?(?:mem(?:cpy|move|set|cmp|chr)|str(?:n?len|n?cmp|n?cpy|n?cat|r?chr|str|to[dfl]|toul|toull|toll|told)|"
        r"v?(?:s|sn|f)?printf|f?put[cs]|putchar|fwrite|fflush)(?:_chk)?|stdout|stderr|malloc|calloc|realloc|free|"
        r"aligned_alloc|l?l?abs|l?l?div|s?rand|qsort|bsearch|ato[ifl]l?|exit|abort|isdigit|isspace|isalpha|tolower|toupper|"
        r"clock|time|clock_gettime|gettimeofday|timespec_get|nanosleep|perror|strerror|__ctype_\w+_loc")
RUNTIME = (r"_GLOBAL_OFFSET_TABLE_|_Unwind_Resume|__cxa_\w+|__gxx_personality_v0|__dso_handle|__stack_chk_fail|__errno_location|"
           r"__popcount\w+|__(?:u?mod|u?div|mul|ash|lsh)\w+[dt]i\d|__(?:tsan|sanitizer|ubsan)_\w+|__assert_fail|emu_+\w+|"
           r"(?:erf|normcdf)\w+|cyl_bessel_i[01]f?|(?:cos|sin)pif?|(?:__)?n?ormf?|rhypotf?")
# By the mangled name: std, its short forms, and what the compiler makes for it.
STANDARD = re.compile(r"_Z(?:T[VIST]|GV)?(?:N?V?K?(?:St|S[absiod])|NK?(?:10__cxxabiv1|9__gnu_cxx))|_Z(?:n[wa]|d[la])")
NOT_STANDARD = re.compile(r"std::(?:\w+::)*(?:basic_[io]?fstream|basic_filebuf|basic_file|__basic_file|filesystem|thread|jthread|"
                          r"this_thread|random_device|async|__future\w*|condition_variable|mutex|set_new_handler|set_terminate|"
                          r"set_unexpected|atexit|at_quick_exit|quick_exit|ios_base::sync_with_stdio|locale::global|cin|wcin|"
                          r"pmr::set_default_resource)\b")
CUDA = re.compile(r"cuda[A-Z]\w*(?:\(.*)?")
# Memory that the host sees, too, calls of the host in a stream, and the driver's own door.
NOT_CUDA = re.compile(r"cuda(?:MallocManaged|HostAlloc|MallocHost|HostRegister|HostGetDevicePointer|LaunchHostFunc|StreamAddCallback|"
                      r"GetDriverEntryPoint|Ipc\w*)\b")
# For whole programs alone: their input, and what is harmless in the sandbox.
PROGRAMS = re.compile(r"std::cin|stdin|f?scanf|__isoc\d+_f?scanf|getchar|f?getc|fgets|getline.*|"
                      r"setv?buf|setlinebuf|std::(?:random_device::|ios_base::sync_with_stdio).*")
# How a source writes what these symbols belong to, and why it is refused.
WRITTEN = tuple((re.compile(name), why) for name, why in (
    (r"std::(?:__cxx11::)?basic_([io]?fstream|filebuf)\b", "files may not be used"),
    (r"std::(filesystem)\b|(f?open(?:64)?|freopen(?:64)?|creat|unlink|remove|rename)\Z", "files may not be used"),
    (r"std::(j?thread|this_thread|async|condition_variable|mutex|promise|future)\b", "threads may not be used"),
    (r"std::(random_device)\b", "a result must not depend on chance")))
# What kernels are made of, and what calls of the API become.
EMULATOR = re.compile(r"emu::(?:copy_(?:to|from)_symbol|symbol_address|symbol_size|dynamic_shared|enter_kernel|fence|issue_atomic|"
                      r"note_elements|run|run_by_api|set_function_attribute|wait_at_\w+|warp_collective|atomic_\w+|"
                      r"occupancy\w*|max_active\w*|convert\w*|collective\w*|shuffle\w*|vote\w*|small_float\w*|round\w*|"
                      r"skip_ahead\w*|clock\w*|printf\w*|\w*_rn|\w*_rz|\w*_ru|\w*_rd|function_attributes|kernel_\w+|"
                      r"cooperative\w*|active_lanes|lane\w*|graph_\w+)\b.*")
PLAIN = re.compile(f"(?:{MATH}|{LIBC}|{RUNTIME})")


@dataclass
class Symbols:
    """Of an object file or a library, demangled where `names` says so."""
    undefined: set[str] = field(default_factory=set)
    strong: set[str] = field(default_factory=set)
    weak: set[str] = field(default_factory=set)
    variables: int = 0  # bytes

    def add(self, other: Symbols) -> None:
        self.undefined |= other.undefined
        self.strong |= other.strong
        self.weak |= other.weak
        self.variables += other.variables


def parse_symbols(text: str) -> Symbols:
    """What `nm --format=posix` prints."""
    found = Symbols()
    for line in text.splitlines():
        words = line.split()
        if len(words) < 2 or len(words[1]) != 1:
            continue
        name, kind = words[0], words[1]
        if kind in "bBdDuvVsS" and len(words) >= 4 and not name.startswith(("_ZTV", "_ZTI", "_ZTS", "_ZGV")):
            found.variables += int(words[3], 16)
        if kind in "Uwv" and len(words) < 3 or kind == "U":
            found.undefined.add(name)
        elif kind in "WVu":
            found.weak.add(name)
        elif kind.isupper() or kind == "i":  # i: chosen when the program is loaded
            found.strong.add(name)
    return found


def symbols_of(files: list[Path]) -> Symbols:
    """Of files that can be trusted; a library's members count as one."""
    found = Symbols()
    for file in files:
        found.add(parse_symbols(subprocess.run(["nm", "--format=posix", str(file)], capture_output=True, text=True).stdout))
    return found


def demangled(names: set[str]) -> dict[str, str]:
    ordered = sorted(names)
    text = subprocess.run(["c++filt"], input="\n".join(ordered), capture_output=True, text=True).stdout
    return dict(zip(ordered, text.splitlines()))


def refused_text(text: str, allowed: str, plain_cuda: bool) -> list[str]:
    """allowed: the texts of the exercise's own files; what stands there may stand in a submission."""
    if why := unreadable(text):
        return [why]
    code, faults = code_of(text)
    own, _ = code_of(allowed)
    for line, directive, rest in directives_of(code):
        faults += [f"line {line}: {fault}" for fault in refused_directive(directive, rest, plain_cuda)]
    for word, what in REFUSED_WORDS:
        if (found := word.search(code)) and not word.search(own):
            faults.append(f"{line_of(code, found.start())}uses {what or found.group()}")
    faults += [f"{place_of(code, name)}uses the attribute {name}" if name else "uses __attribute__ other than as __attribute__((name))"
               for name in sorted(attributes_of(code) - attributes_of(own) - ATTRIBUTES)]
    if not plain_cuda:
        faults += [f"{place_of(code, name)}uses {name}, which belongs to the inside of the harness"
                   for name in sorted(set(INSIDE.findall(code)) - set(INSIDE.findall(own)))]
    return unique(faults)


def unreadable(text: str) -> str:
    if not text.strip():
        return "the file is empty"
    return "the file is no text in UTF-8: save it as UTF-8, not as UTF-16" if "\0" in text else ""


def line_of(code: str, at: int) -> str:
    return f"line {code.count(chr(10), 0, at) + 1}: "


def place_of(code: str, name: str) -> str:
    """The line where a name first stands; "" if it stands nowhere, as one that a header's template uses."""
    found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", code)
    return line_of(code, found.start()) if found else ""


def refused_directive(directive: str, rest: str, plain_cuda: bool) -> list[str]:
    name = re.split(r"[\s(]", rest)[0]
    if directive in ("define", "undef") and (PROTECTED.fullmatch(name) or name.strip("_") in ATTRIBUTES
                                             or OF_LADDERS.fullmatch(name) and not plain_cuda):
        return [f"redefines {name}"]
    if directive == "line" or directive.isdigit():
        return ["changes the names of its lines (#line)"]
    if directive in ("include_next", "import", "embed", "ident", "sccs", "assert"):
        return [f"uses #{directive}"]
    if directive == "pragma" and not PRAGMAS.match(rest) and not (plain_cuda and PRAGMAS_OF_PROGRAMS.match(rest)):
        return [f"uses #pragma {rest.split()[0] if rest.split() else ''}"]
    return []


def may_use(symbol: str, name: str, plain_cuda: bool) -> bool:
    """name: the symbol demangled."""
    if PLAIN.fullmatch(name) or EMULATOR.fullmatch(name):
        return True
    if CUDA.fullmatch(name):
        return not NOT_CUDA.match(name) or plain_cuda
    if PROGRAMS.fullmatch(name):
        return plain_cuda
    return bool(STANDARD.match(symbol)) and not NOT_STANDARD.search(name)


def refused_name(name: str, code: str) -> str:
    """name: of a symbol, demangled. As the source writes it, with its line."""
    short = name.split("(")[0]
    for pattern, why in WRITTEN:
        if found := pattern.search(short):
            word = next(filter(None, found.groups()))
            return f"{place_of(code, word)}{'std::' if 'std::' in found[0] else ''}{word}: {why}"
    return f"{place_of(code, short.rpartition('::')[2])}uses {short}, which a submission may not use"


def refused_symbols(got: Symbols, own: Symbols, trusted: Symbols, plain_cuda: bool, text: str = "") -> list[str]:
    """own: of the exercise's files and the ladder's versions; trusted: of the rest of the program; text: the source."""
    code = code_of(text)[0]
    faults = []
    names = demangled(got.undefined | got.strong | got.weak)
    for symbol in sorted(got.undefined - own.undefined):
        if not may_use(symbol, names[symbol], plain_cuda):
            faults.append(refused_name(names[symbol], code))
    if not plain_cuda:
        # A definition that takes the place of one elsewhere in the program, or in a library that the program calls.
        taken = (got.strong & (trusted.strong | trusted.weak | trusted.undefined)) | (got.strong & {"main"})
        taken |= got.weak & (trusted.undefined - trusted.weak - trusted.strong) - own.weak
        faults += [f"defines {names[symbol].split('(')[0]}, which is there already" for symbol in sorted(taken)]
        if got.variables > own.variables + MOST_VARIABLES:
            faults.append(f"has {got.variables} bytes of variables, {MOST_VARIABLES} more than the solution are allowed")
    return unique(faults)


def refused_files(listed: str, allowed: list[Path], source: Path) -> list[str]:
    """listed: what the compiler's -MD wrote, a rule of make: the files that were included."""
    words = re.split(r"(?<!\\)\s+", re.sub(r"\\\n", " ", listed).partition(": ")[2].strip())
    faults = []
    for word in filter(None, words):
        path = Path(re.sub(r"\\([ #])", r"\1", word).replace("$$", "$"))
        if path != source and path.suffix == ".cu" or path != source and not any(path.is_relative_to(folder) for folder in allowed):
            faults.append(f"includes {path.name}, which is none of the exercise's headers")
    return unique(faults)


def unique(faults: list[str]) -> list[str]:
    return list(dict.fromkeys(faults))[:8]


def told(faults: list[str]) -> str:
    """For the student, in the check and in the report."""
    return "".join(f"A grader refuses this file: {fault}\n" for fault in faults)
