# shellcheck shell=bash
# Shared by scripts/run, scripts/test and .ci/run: sets up the machine and configures a build. To be sourced from bash.
#
# install_missing <package>...   installs the named Debian packages that are missing, if it may
# choose_preset                  sets $preset and $build: the GPU where nvcc and a GPU are found, else the emulator
# can_build                      whether $build may be written to
# lock_build                     waits until no other script builds in $build; unlock_build: lets the next one go on
# configured                     whether $build has been configured, and here: a copied folder's has not
# configure <option>...          configures $build
# prepare_build                  configures $build, if that has not been done, and installs what that needs
# refuse <text>                  ends the script: one line, and exit code 2
# refuse_option <word>           the same, for an option that there is not
# require_ctest_options <word>   refuses what ctest does not know, as ctest ignores it and runs all tests
# has_lab_packages               whether Python has what scripts/lab needs; fetch_lab_packages: gets it with pip
# has_site_packages              whether Python has what scripts/site needs; fetch_site_packages: gets it with pip
# tell_progress                  copies stdin, what a build prints, to stdout, and tells a terminal how far it is
# show_log                       shows stdin, what a build printed, without its progress
#
# All of these print to stderr: stdout is the program's own.

root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
cd -P "$root" || exit
tools=$root/build/tools  # holds a cmake where the machine's is too old
PATH=$tools/cmake/data/bin:$PATH:/usr/local/cuda/bin
oldest_cmake=3.24

# shellcheck disable=SC2034  # for the scripts that source this one
build_packages=(cmake ninja-build g++ libcli11-dev nlohmann-json3-dev libstb-dev)
# shellcheck disable=SC2034  # for a process per GPU, in multi_gpu
mpi_packages=(openmpi-bin libopenmpi-dev)
# shellcheck disable=SC2034
test_packages=(libgtest-dev clang-format git make python3 python3-scipy python3-networkx python3-jsonschema python3-matplotlib bubblewrap)
# shellcheck disable=SC2034
lab_packages=(python3 python3-rich python3-watchdog)

refuse() {
    echo "$0: $1" >&2
    exit 2
}

refuse_option() {
    refuse "unknown option '$1' (see --help)"
}

# The help of ctest has the names of its options, and behind those that take a value "<" or "[".
require_ctest_options() {
    local names valued word before=
    has ctest || return 0
    names=$(ctest --help | grep -E '^  -')
    valued=$(grep -oE -- '--?[A-Za-z0-9][A-Za-z0-9.-]* [^ =]' <<<"$names" | cut -d ' ' -f 1)
    names=$(grep -oE -- '(^  |,| )--?[A-Za-z0-9][A-Za-z0-9.-]*' <<<"$names" | tr -d ' ,')
    for word in "$@"; do
        if [[ $word = -* ]] && grep -qxF -e "${word%%=*}" <<<"$names"; then
            before=$word
        elif [ -n "$before" ] && grep -qxF -e "$before" <<<"$valued"; then
            before=
        elif [[ $word = -* ]]; then
            [[ $word =~ ^-j[0-9]+$ ]] || refuse_option "$word"
            before=
        else
            refuse "'$word' is no option; -L or -R chooses tests (see --help)"
        fi
    done
}

install_missing() {
    local missing=() package
    for package in "$@"; do
        case $package in
            # What was installed in another way (a newer cmake, say) need not be installed again.
            cmake | g++ | clang-format | git | make | python3) has "$package" || missing+=("$package") ;;
            ninja-build) has ninja || missing+=("$package") ;;
            *) is_installed "$package" || missing+=("$package") ;;
        esac
    done
    if [ ${#missing[@]} -gt 0 ] && install "${missing[@]}"; then
        missing=()
    fi

    # CMake can fetch the libraries, but nothing goes without these.
    local compiler=${CXX:-c++} needed=()
    has cmake || fetch_cmake || needed+=(cmake)
    has ninja || has make || needed+=(ninja)
    has "${compiler%% *}" || needed+=("${compiler%% *}")
    if [ ${#needed[@]} -gt 0 ]; then
        echo "$0: cannot build without ${needed[*]}; install ${missing[*]:-them}" >&2
        exit 1
    fi
    [ ${#missing[@]} -eq 0 ] || echo "$0: could not install ${missing[*]}" >&2
    has_new_compiler || install g++-12 || true  # else CMake says what is needed
    has_new_cmake || fetch_cmake || {
        echo "$0: cmake $(cmake_version) is too old: install $oldest_cmake or newer (pip install cmake)" >&2
        exit 1
    }
}

has() {
    command -v "$1" >/dev/null
}

# Without Debian's packages, CMake has to find the libraries.
is_installed() {
    ! has dpkg-query || dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'
}

install() {
    has apt-get || return
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        as_root=(sudo)
        has sudo || return
        # It may ask for a password where there is somebody to ask.
        sudo -n true 2>/dev/null || { [ -t 0 ] && sudo -v; } || return
    fi
    echo "Installing $*" >&2
    "${as_root[@]}" apt-get update -qq >/dev/null || true
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

cmake_version() {
    cmake --version | sed -n '1s/[^0-9]*//p'
}

has_new_cmake() {
    printf '%s\n' "$oldest_cmake" "$(cmake_version)" | sort -VC
}

# For the emulator; see cmake/Backend.cmake.
has_new_compiler() {
    local name version
    [ -z "${CXX-}" ] && has g++ || return 0
    for name in g++ g++-{12..20}; do
        ! has "$name" || version=$("$name" -dumpversion)
        [ "${version%%.*}" -lt 12 ] || return 0
    done
    return 1
}

# Puts a newer cmake into the build folder. It needs no root unless Python's pip is missing.
fetch_cmake() {
    python3 -m pip --version >/dev/null 2>&1 || install python3-pip || return
    echo "Fetching a newer cmake into build/tools" >&2
    mkdir -p "$tools" && python3 -m pip install -q --disable-pip-version-check --target "$tools" --upgrade "cmake<4" \
        >/dev/null 2>&1 && hash -r && has_new_cmake
}

has_lab_packages() {
    PYTHONPATH=$tools/python:$root/lab python3 -c 'import rich, watchdog, tool.toml, sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null
}

# Where the distribution's packages cannot be installed. It needs no root.
fetch_lab_packages() {
    python3 -m pip install -q --disable-pip-version-check --target "$tools/python" rich watchdog tomli >/dev/null 2>&1 && has_lab_packages
}

has_site_packages() {
    PYTHONPATH=$tools/python python3 -c 'import material, mkdocs, sys
from importlib.metadata import version
sys.exit(any(version(line.split("==")[0]) != line.split("==")[1].strip() for line in open("site/requirements.txt") if "==" in line))' 2>/dev/null
}

# What makes the site. It needs no root unless Python's pip is missing.
fetch_site_packages() {
    python3 -m pip --version >/dev/null 2>&1 || install python3-pip || return
    echo "Fetching what makes the site into build/tools" >&2
    python3 -m pip install -q --disable-pip-version-check --upgrade --target "$tools/python" -r site/requirements.txt >/dev/null 2>&1 && has_site_packages
}

choose_preset() {
    preset=emulator
    if has nvcc && { [ -e /proc/driver/nvidia/version ] || [ -e /dev/nvidia0 ]; }; then
        preset=gpu
    fi
    build=$root/build/$preset
}

can_build() {
    if [ -e "$build" ]; then
        [ -w "$build" ] && { [ ! -e "$build/CMakeCache.txt" ] || [ -w "$build/CMakeCache.txt" ]; }
    else
        [ -w "$root/build" ] || { [ ! -e "$root/build" ] && [ -w "$root" ]; }
    fi
}

# Two builds in one folder overwrite each other's files.
lock_build() {
    mkdir -p "$build"
    has flock || return 0
    exec 9>"$build/.lock"
    flock -n 9 || {
        echo "Waiting for another build in build/$preset" >&2
        flock 9
    }
}

unlock_build() {
    exec 9>&-
}

configured() {
    { [ -f "$build/Makefile" ] || [ -f "$build/build.ninja" ]; } &&
        grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt"
}

configure() {
    local log
    if ! configured; then
        set -- --fresh "$@"
        # What was configured with another generator keeps it.
        [ -n "${CMAKE_GENERATOR-}" ] || ! has ninja || set -- -G Ninja "$@"
    fi
    if ! log=$(cmake --preset "$preset" "$@" 2>&1); then
        show_log <<<"$log" >&2
        exit 1
    fi
    grep -o 'cuda_ladders: .*' <<<"$log" >&2 || true
    # Editors look for it here.
    [ -e compile_commands.json ] || ln -sf "${build#"$root"/}/compile_commands.json" . 2>/dev/null || true
}

prepare_build() {
    lock_build
    if ! configured || ! [ -f "$build/build.ninja" ]; then
        install_missing "${build_packages[@]}"
        configure -DBUILD_TESTING=OFF
    fi
    unlock_build
}

tell_progress() {
    local line begin=$SECONDS
    while IFS= read -r line; do
        printf '%s\n' "$line"
        if [ -t 2 ] && [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
            printf '\r%s of %s steps, %s s\033[K' "${BASH_REMATCH[@]:1}" $((SECONDS - begin)) >&2
        fi
    done
    [ ! -t 2 ] || printf '\r\033[K' >&2
}

show_log() {
    local log progress errors
    log=$(cat)
    progress='^\[ *[0-9]+(%|/[0-9]+)\]|^-- |^ninja: (no work|build stopped|error: rebuilding)|^$'
    errors='^g?make.*( Error [0-9]+|Waiting for unfinished jobs\.+)$'  # the compiler has said more
    # An error or a warning of this project's CMake files is one line that begins so; CMake adds a page to it. Ninja
    # repeats the command after FAILED.
    grep -o 'cuda_ladders: .*' <<<"$log" || true
    if ! grep -q '^CMake Error' <<<"$log" || ! grep -q 'cuda_ladders: ' <<<"$log"; then
        sed -e '/cuda_ladders: /d; /^FAILED: /,+1d' <<<"$log" | grep -vE "$progress|$errors" || true
    fi
}
