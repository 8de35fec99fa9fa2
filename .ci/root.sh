# shellcheck shell=bash
# Bare installations of other distributions, to try this project in. To be sourced from bash; needs root and debootstrap.
#
# make_root <distribution>          sets $directory to a fresh root of debian12, debian13, ubuntu22.04 or ubuntu24.04 that
#                                   holds a clone of this repository in /cuda_ladders; returns 1, with one line, if it cannot
# in_root <directory> <command>...  runs a command there, in the clone
# remove_root <directory>
#
# The packages come from $DEBIAN_MIRROR and $UBUNTU_MIRROR; else from where this machine has its own, if it is of that
# family; else from debootstrap's default. $UBUNTU_KEYRING is needed on Debian 12, which has no package of it. The roots are made in $ROOTS, else in /var/tmp/cuda_ladders_roots. A bare root
# is kept there as <distribution>.tar for the next time.

roots=${ROOTS:-/var/tmp/cuda_ladders_roots}
repository=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

mirror_of() {
    case $1 in
        debian*) echo "${DEBIAN_MIRROR:-$(apt_source debian)}" ;;
        ubuntu*) echo "${UBUNTU_MIRROR:-$(apt_source ubuntu)}" ;;
    esac
}

apt_source() {
    # shellcheck disable=SC2016  # apt-get's words
    apt-get indextargets --format '$(REPO_URI)' 2>/dev/null | grep -E "/$1/?\$" | sort | uniq -c | sort -rn |
        sed -n '1s/^ *[0-9]* //p'
}

make_root() {
    local distribution=$1 suite family
    case $distribution in
        debian12) suite=bookworm ;;
        debian13) suite=trixie ;;
        ubuntu22.04) suite=jammy ;;
        ubuntu24.04) suite=noble ;;
        *) echo "$distribution: unknown; there are debian12, debian13, ubuntu22.04, ubuntu24.04" >&2 && return 1 ;;
    esac
    [ "$(id -u)" -eq 0 ] || { echo "$distribution: not tried: only root can make a root" >&2 && return 1; }
    command -v debootstrap >/dev/null || { echo "$distribution: not tried: install debootstrap" >&2 && return 1; }

    mkdir -p "$roots"
    directory=$roots/$distribution
    remove_root "$directory"
    if [ ! -e "$directory.tar" ]; then
        local options=(--variant=minbase)
        local script=()
        case $distribution in
            ubuntu*)
                options+=("--components=main,universe")
                [ -e "/usr/share/debootstrap/scripts/$suite" ] || script=(/usr/share/debootstrap/scripts/gutsy)
                ;;
        esac
        family=${distribution%%[0-9]*}
        local keyring=/usr/share/keyrings/$family-archive-keyring.gpg
        [ "$family" = debian ] || keyring=${UBUNTU_KEYRING:-$keyring}
        [ -e "$keyring" ] || {
            echo "$distribution: not tried: no $keyring (the package $family-archive-keyring or $family-keyring)" >&2
            return 1
        }
        local mirror
        mirror=$(mirror_of "$distribution")
        [ ${#script[@]} -eq 0 ] || [ -n "$mirror" ] || {
            echo "$distribution: not tried: this debootstrap is older than $suite: set UBUNTU_MIRROR" >&2
            return 1
        }
        if ! debootstrap "${options[@]}" "--keyring=$keyring" "$suite" "$directory" \
            ${mirror:+"$mirror"} "${script[@]}" >"$directory.log" 2>&1; then
            echo "$distribution: not tried: debootstrap failed (${mirror:-its default mirror}): $(tail -n 1 "$directory.log")" >&2
            remove_root "$directory"
            return 1
        fi
        tar -C "$directory" -cf "$directory.tar.new" . && mv "$directory.tar.new" "$directory.tar"
    else
        mkdir "$directory" && tar -C "$directory" -xf "$directory.tar"
    fi
    cp /etc/resolv.conf "$directory/etc/resolv.conf"
    [ -z "${PIP_CERT-}" ] || cp "$PIP_CERT" "$directory/etc/pip_cert.pem"
    git clone -q --no-hardlinks "$repository" "$directory/cuda_ladders"
    mount -t proc proc "$directory/proc"
}

in_root() {
    local directory=$1
    shift
    # Of this shell's variables, those that say how the network is reached.
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
        ${PIP_CERT:+PIP_CERT=/etc/pip_cert.pem} ${PIP_INDEX_URL:+PIP_INDEX_URL="$PIP_INDEX_URL"} \
        ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
        unshare --mount --propagation private sh -c "$enter_root" "$directory" "$@"
}

# Not chroot: programs can make namespaces of their own then, as the grader's sandbox does, and open terminals.
# shellcheck disable=SC2016  # the shell that unshare starts expands it
enter_root='
    mount --rbind "$0" "$0" && cd "$0" && mkdir -p outside &&
    mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts && mount --bind dev/pts/ptmx dev/ptmx &&
    pivot_root . outside && umount -l outside && rmdir outside && cd /cuda_ladders && exec "$@"'

remove_root() {
    ! mountpoint -q "$1/proc" || umount "$1/proc"
    rm -rf --one-file-system "$1"
}
