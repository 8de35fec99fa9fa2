#!/bin/sh
# The counters may not depend on where the compiler puts a kernel's basic blocks: compiles the cases of
# divergence_cases.cu and counter_cases.cu with other flags too, and runs their tests.
#
#   placement_test.sh <emulator> <rewriter> <compiler> <flags file> <folder for output> <objects and libraries to link ...>
set -eu

emulator=$1
rewriter=$2
compiler=$3
flags_file=$4
output=$5
shift 5
link=
case $flags_file in
*.clang) link=-Wl,--wrap=memcpy,--wrap=memmove,--wrap=memset ;; # as emulator/CMakeLists.txt does
esac
tests=$(dirname "$(readlink -f "$0")")

rm -rf "$output"
mkdir -p "$output"
cd "$output"
# Without those that keep blocks in the order of the source.
flags=$(cat "$flags_file" "$flags_file.$(uname -m)" 2>/dev/null | grep '^-' | tr '\n' ' ' |
    sed 's/-fno-reorder-blocks //; s/-fno-guess-branch-probability //; s/-mllvm -disable-block-placement //')

variants="-O1
-O2
-O3"
case $flags_file in
*.gnu)
    variants="$variants
-O3 -fno-reorder-blocks
-freorder-blocks -freorder-blocks-algorithm=simple
-freorder-blocks -freorder-blocks-algorithm=stc"
    ;;
esac

# The flags have no blanks in them, so the shell may split them.
# shellcheck disable=SC2086
echo "$variants" | while read -r variant; do
    echo "Flags: $variant"
    for cases in divergence_cases counter_cases; do
        "$emulator/rewriter/compile.sh" "$rewriter" "$compiler" -std=c++20 -D__CUDACC__=1 -DCUDA_EMULATOR=1 \
            -include cuda_runtime.h "-I$emulator/include" $flags $variant -c "$tests/$cases.cu" -o "$cases.o"
    done
    "$compiler" $link divergence_cases.o counter_cases.o "$@" -o placement
    ./placement --gtest_brief=1
done
