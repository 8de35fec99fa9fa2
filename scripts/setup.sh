# Shared by scripts/run and scripts/test: sets up the machine and configures a build. To be sourced from bash.
#
# install_missing <package>...   installs those of the named Debian packages that are missing, if it may
# choose_preset                  sets $preset and $build: the GPU where nvcc and a GPU are found, else the emulator
# configure <option>...          configures $build

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
PATH=$PATH:/usr/local/cuda/bin

build_packages="cmake make g++ libcli11-dev nlohmann-json3-dev libstb-dev"
test_packages="libgtest-dev clang-format python3"

install_missing() {
    command -v dpkg-query >/dev/null && command -v apt-get >/dev/null || return 0
    local missing=() package as_root=()
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    # What was installed in another way (a newer cmake, say) need not be installed again.
    local kept=()
    for package in "${missing[@]}"; do
        case $package in
            cmake | make | g++ | clang-format | python3) command -v "$package" >/dev/null || kept+=("$package") ;;
            *) kept+=("$package") ;;
        esac
    done
    [ ${#kept[@]} -gt 0 ] || return 0
    if [ "$(id -u)" -ne 0 ]; then
        # Without rights the libraries are fetched by CMake, as far as there is a network.
        command -v sudo >/dev/null && sudo -n true 2>/dev/null && as_root=(sudo) || {
            echo "$0: not installed, for want of rights: ${kept[*]}" >&2
            return 0
        }
    fi
    echo "Installing ${kept[*]}"
    "${as_root[@]}" apt-get update -qq >/dev/null || true
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${kept[@]}" >/dev/null ||
        echo "$0: could not install: ${kept[*]}" >&2
}

choose_preset() {
    preset=emulator
    if command -v nvcc >/dev/null && { [ -e /proc/driver/nvidia/version ] || [ -e /dev/nvidia0 ]; }; then
        preset=gpu
    fi
    build=$root/build/$preset
}

configure() {
    local log
    log=$(mktemp)
    if ! cmake --preset "$preset" "$@" >"$log" 2>&1; then
        cat "$log" >&2
        rm -f "$log"
        exit 1
    fi
    rm -f "$log"
}
