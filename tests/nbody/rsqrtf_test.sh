#!/usr/bin/env bash
# rsqrtf_test.sh <nvcc> <repository>: what nbody_v7 saves is arithmetic, which the emulator does not count. nvcc's
# assembly (PTX) shows it: a square root and a division for each interaction in v6, one instruction for both in v7.
set -euo pipefail
nvcc=$1
cd "$2"

instructions() {  # <version file> <regular expression> [options]: how many instructions of its assembly match
    local file=$1 pattern=$2
    shift 2
    "$nvcc" -std=c++20 -O3 -arch=sm_80 -I. "$@" --ptx -o - "$file" | grep -cE "^[[:space:]]+($pattern)[[:space:]]" || true
}
expect() {  # <what> <got> <comparison> <wanted>
    [ "$2" "$3" "$4" ] || { echo "$1: $2, not $3 $4" >&2; exit 1; }
}

v6=nbody/v6_shared_tile.cu v7=nbody/v7_rsqrtf.cu
roots=$(instructions $v6 'sqrt\.rn\.f32')
expect "square roots in v6" "$roots" -gt 0
expect "divisions in v6" "$(instructions $v6 'div\.rn\.f32')" -eq "$roots"
expect "square roots and divisions in v7" "$(instructions $v7 '(sqrt|div|rcp)\..*' -ftz=true)" -eq 0
expect "reciprocal square roots in v7" "$(instructions $v7 'rsqrt\.approx\.ftz\.f32' -ftz=true)" -gt 0
