#!/bin/bash
# seed_library.sh <emucc_library.sh> <emulator> <libcuda_emulator.a> <cuda_rewriter>: puts this build's library where
# emucc looks for its own, so that the tests need not compile the emulator once more. It serves clang++, too.
set -eu

# shellcheck disable=SC2034  # for emucc_library.sh
emulator=$2
archive=$3 rewriter=$4
fail() {
    echo "$*"
    exit 1
}
# shellcheck source=scripts/emucc_library.sh
source "$1"
build_library() {
    mkdir -p "$library"
    cp "$rewriter" "$archive" "$library"
}
# shellcheck disable=SC2034  # likewise
for compiler in "$EMUCC_CXX" $(command -v clang++); do
    find_compiler
    find_library
done
