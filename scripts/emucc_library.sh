# shellcheck shell=bash
# The emulator's library for emucc, built once for each compiler and state of the sources. To be sourced from emucc.
#
# emulator must name the emulator's folder.
#
# find_compiler   sets compiler (from what the user chose, if anything) and checks that it is new enough
# find_library    sets library, the folder with libcuda_emulator.a and cuda_rewriter, and
#                 cuda_options, library_options: what compiling CUDA and linking need

find_compiler() {
    local name
    if [ -d "$compiler" ]; then
        compiler=$compiler/g++
    fi
    if [ -z "$compiler" ]; then
        for name in g++ clang++ c++; do
            command -v "$name" >/dev/null && compiler=$name && break
        done
    fi
    # nvcc accepts the C compiler's name, too.
    case $compiler in
        gcc | */gcc) compiler=${compiler%gcc}g++ ;;
        gcc-[0-9]* | */gcc-[0-9]*) compiler=${compiler%gcc-*}g++-${compiler##*gcc-} ;;
        clang | */clang) compiler=$compiler++ ;;
    esac
    if [ -z "$compiler" ] || ! command -v "$compiler" >/dev/null; then
        fail "no C++ compiler '$compiler': install g++"
    fi

    local version
    version=$("$compiler" --version | head -n 1)
    kind=gnu
    local oldest=12
    case $version in *clang*) kind=clang oldest=14 ;; esac
    local major
    major=$("$compiler" -dumpversion)
    [ "${major%%.*}" -ge "$oldest" ] || fail "$version is too old: g++ 12 or clang++ 14 is the least"
    compiler_identity="$(command -v "$compiler") $version"
}

checksum() {
    # shellcheck disable=SC2154  # emucc has set it
    (cd "$emulator" && cat rewriter/* src/*/* include/*.h include/*/* include/*/*/* 2>/dev/null | cksum | cut -d ' ' -f 1)
}

find_library() {
    cuda_options=(-I "$emulator/include" -D__CUDACC__=1 -include cuda_runtime.h)
    local file flag
    for file in "$emulator/rewriter/flags.$kind" "$emulator/rewriter/flags.$kind.$(uname -m)"; do
        [ -e "$file" ] || continue
        while read -r flag; do
            case $flag in -*) cuda_options+=("$flag") ;; esac
        done <"$file"
    done
    library_options=(-pthread)

    local cache=${EMUCC_CACHE:-${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/cuda_ladders/emucc}
    mkdir -p "$cache" 2>/dev/null
    if [ ! -w "$cache" ]; then
        cache=${TMPDIR:-/tmp}/emucc-$(id -u)
        mkdir -m 700 "$cache" 2>/dev/null
        # In a folder of all users, somebody else's could hold anything.
        [ -O "$cache" ] || fail "cannot write to $cache: set EMUCC_CACHE to a folder"
    fi
    library=$cache/$(cksum <<<"$compiler_identity" | cut -d ' ' -f 1)-$(checksum)
    [ -e "$library/libcuda_emulator.a" ] || build_library
}

# <how many lines>: counts the lines of stdin, in the last line of a terminal.
show_progress() {
    local lines=0
    while read -r; do
        lines=$((lines + 1))
        [ ! -t 2 ] || printf '\remucc: %s of %s files' "$lines" "$1" >&2
    done
    [ ! -t 2 ] || printf '\r\033[K' >&2
}

build_library() {
    local room units=()
    echo "emucc: building the emulator for $compiler, this once; it takes a minute" >&2
    local building=$library.$$
    mkdir -p "$building" || exit
    # Interrupted, it must not be taken for a whole one: it gets its name at the end.
    trap 'rm -rf "$building"' EXIT
    trap 'exit 1' HUP INT TERM
    local options=(-std=c++20 -O2 -w -ffp-contract=off -DCUDA_EMULATOR=1 -I "$emulator/include" -I "$emulator/src")
    (
        set -o pipefail
        printf '#include "%s"\n' "$emulator"/rewriter/*.cpp >"$building/cuda_rewriter.cpp"
        "$compiler" -std=c++20 -O1 -w "$building/cuda_rewriter.cpp" -o "$building/cuda_rewriter" || exit
        cd "$building" || exit
        # As one source each: most of the time goes into the standard library's headers.
        for room in "$emulator"/src/*/; do
            units+=("$(basename "$room").cpp")
            printf '#include "%s"\n' "$room"*.cpp >"${units[-1]}"
        done
        # shellcheck disable=SC2016  # the shell that xargs starts expands it
        printf '%s\0' "${units[@]}" |
            xargs -0 -n 1 -P "$(nproc 2>/dev/null || echo 1)" sh -c '"$@" && echo' sh "$compiler" "${options[@]}" -c |
            show_progress "${#units[@]}" &&
            ar rcs libcuda_emulator.a ./*.o && rm -f ./*.o ./*.cpp
    ) || fail "the emulator does not compile"
    # Another emucc may have been faster.
    mv -T "$building" "$library" 2>/dev/null || [ -e "$library/libcuda_emulator.a" ] || fail "cannot write to $library"
    rm -rf "$building"
    trap - EXIT HUP INT TERM
}
