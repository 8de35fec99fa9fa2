# shellcheck shell=bash
# Shared by scripts/run and scripts/test: sets up the machine and configures a build. To be sourced from bash.
#
# install_missing <package>...   installs those of the named Debian packages that are missing, if it may
# choose_preset                  sets $preset and $build: the GPU where nvcc and a GPU are found, else the emulator
# configured                     whether $build has been configured, and here: a copied folder's has not
# configure <option>...          configures $build
# show_log                       shows stdin, what a build printed, without its progress
#
# What these say goes to stderr: stdout is the program's own.

root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
cd -P "$root" || exit
PATH=$PATH:/usr/local/cuda/bin

# shellcheck disable=SC2034  # for the scripts that source this one
build_packages=(cmake make g++ libcli11-dev nlohmann-json3-dev libstb-dev)
# shellcheck disable=SC2034
test_packages=(libgtest-dev clang-format python3 python3-scipy python3-networkx)

install_missing() {
    local missing=() package
    for package in "$@"; do
        case $package in
            # What was installed in another way (a newer cmake, say) need not be installed again.
            cmake | make | g++ | clang-format | python3) command -v "$package" >/dev/null || missing+=("$package") ;;
            *) is_installed "$package" || missing+=("$package") ;;
        esac
    done
    if [ ${#missing[@]} -gt 0 ] && install "${missing[@]}"; then
        missing=()
    fi

    # The libraries CMake can fetch, but nothing goes without these.
    local tool needed=()
    for tool in cmake make "${CXX:-c++}"; do
        command -v "${tool%% *}" >/dev/null || needed+=("$tool")
    done
    if [ ${#needed[@]} -gt 0 ]; then
        echo "$0: cannot build without ${needed[*]}; install ${missing[*]:-them}" >&2
        exit 1
    fi
    [ ${#missing[@]} -eq 0 ] || echo "$0: could not install ${missing[*]}" >&2
}

# Without Debian's packages, CMake has to find the libraries.
is_installed() {
    ! command -v dpkg-query >/dev/null || dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'
}

install() {
    command -v apt-get >/dev/null || return
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        as_root=(sudo)
        command -v sudo >/dev/null || return
        # It may ask for a password where there is somebody to ask.
        sudo -n true 2>/dev/null || { [ -t 0 ] && sudo -v; } || return
    fi
    echo "Installing $*" >&2
    "${as_root[@]}" apt-get update -qq >/dev/null || true
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

choose_preset() {
    preset=emulator
    if command -v nvcc >/dev/null && { [ -e /proc/driver/nvidia/version ] || [ -e /dev/nvidia0 ]; }; then
        preset=gpu
    fi
    build=$root/build/$preset
}

configured() {
    { [ -f "$build/Makefile" ] || [ -f "$build/build.ninja" ]; } &&
        grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt"
}

configure() {
    local version log
    version=$(cmake --version | sed -n '1s/[^0-9]*//p')
    if ! printf '%s\n' 3.24 "$version" | sort -VC; then
        echo "$0: cmake $version is too old: 3.24 or newer is needed (pip install cmake has it)" >&2
        exit 1
    fi
    configured || set -- --fresh "$@"
    if ! log=$(cmake --preset "$preset" "$@" 2>&1); then
        show_log <<<"$log" >&2
        exit 1
    fi
}

show_log() {
    local log progress errors
    log=$(cat)
    progress='^\[ *[0-9]+(%|/[0-9]+)\]|^-- |^ninja: (no work|build stopped)|^$'
    errors='^g?make.*( Error [0-9]+|Waiting for unfinished jobs\.+)$'  # the compiler has said more
    # An error of this project's CMake files is one line that begins so; CMake adds a page to it. Ninja repeats
    # the command after FAILED.
    grep -o 'cuda_ladders: .*' <<<"$log" || sed '/^FAILED: /,+1d' <<<"$log" | grep -vE "$progress|$errors" || true
}
