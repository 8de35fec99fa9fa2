#!/bin/sh
# What ladder() says about files that are not as it takes them: one line each.
#
#   ladder_files_test.sh <Ladder.cmake> <cmake> <generator> <scratch folder>
set -u

module=$1
cmake=$2
generator=$3
scratch="$4/with a space"
rm -rf "$scratch"
mkdir -p "$scratch/sum" && cd "$scratch" || exit 1

failures=0
fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

cat >CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.22)
project(ladder_files_test CXX)
enable_testing()
set(CUDA_LADDERS_BACKEND emulator)
function(emulator_cuda_target target)
  get_target_property(sources \${target} SOURCES)
  set_source_files_properties(\${sources} TARGET_DIRECTORY \${target} PROPERTIES LANGUAGE CXX)
endfunction()
add_library(ladders_common INTERFACE)
include("$module")
add_subdirectory(sum)
END
(cd sum && touch sum.h sum.cpp v1_first.cu v2_second.cu v3_third.cu library_x.cu v4_texture.cu)

# configure <ladder()'s arguments>: what CMake says about them is in the file log.
configure() {
    echo "ladder($*)" >sum/CMakeLists.txt
    "$cmake" -G "$generator" -B build . >log 2>&1
}
# refused <line> <ladder()'s arguments>
refused() {
    line=$1
    shift
    configure "$@" && fail "ladder($*) is taken"
    [ "$(grep -c "cuda_ladders: " log)" -eq 1 ] || fail "ladder($*) is refused in one line, not: $(cat log)"
    grep -qxF "   cuda_ladders: sum/CMakeLists.txt: ladder(sum): $line" log || fail "ladder($*) is refused with: $(cat log)"
}

rest="library_x.cu GPU_ONLY v4_texture.cu"
configure "sum Sum sum.h sum.cpp v1_first.cu v2_second.cu v3_third.cu $rest" || fail "a right ladder is taken: $(cat log)"
grep -q "cuda_ladders: " log && fail "a right ladder is taken without a word: $(cat log)"
configure "sum Sum sum.h v1_first.cu v2_second.cu v3_third.cu $rest" || fail "a topic may be a header only: $(cat log)"

configure "sum Sum sum.h sum.cpp v1_first.cu v3_third.cu $rest" || fail "a file may be left out: $(cat log)"
grep -qxF "cuda_ladders: warning: sum/v2_second.cu is not built: add it to ladder() in sum/CMakeLists.txt" log ||
    fail "a file that is left out is named: $(cat log)"
[ "$(grep -c "cuda_ladders: " log)" -eq 1 ] || fail "only that file is named: $(cat log)"

refused "there is no file v2_secnod.cu" sum Sum sum.h sum.cpp v1_first.cu v2_secnod.cu
refused "there is no file total.cpp" sum Sum sum.h total.cpp v1_first.cu
refused "there is no file v5_texture.cu" sum Sum sum.h sum.cpp v1_first.cu GPU_ONLY v5_texture.cu
touch sum/v02_again.cu
refused "v02_again.cu is named neither v<number>_<idea>.cu nor library_<which>.cu" sum Sum sum.h sum.cpp v02_again.cu
mv sum/v02_again.cu sum/v2_again.cu
refused "v2_second.cu and v2_again.cu are both sum_v2" sum Sum sum.h sum.cpp v2_second.cu v2_again.cu
refused "after the name come the topic's type and its header, not 'sum.cpp' and 'v1_first.cu'" sum sum.cpp v1_first.cu v2_second.cu

# What the build says of a version file that registers nothing, or another number than its name says.
ideas() {  # <file> <what it contains>
    printf '%s\n' "$2" >"sum/$1"
    "$cmake" -DOUTPUT="$PWD/ideas.cpp" -DTOPIC=Sum -DFOLDER=sum -DFOLDER_PATH="$PWD/sum" -DFILES="$1" \
        -P "$(dirname "$module")/LadderIdeas.cmake" >log 2>&1
}
said() { [ "$(grep -c ": error: " log)" -eq 1 ] && grep -qF "$1" log || fail "the build says '$1', not: $(cat log)"; }
ideas v1_first.cu '
LADDER_VERSION(Sum, 1, "the first idea", sum);' || fail "a right version is taken: $(cat log)"
grep -qF '.number = 1, .idea = "the first idea"' ideas.cpp || fail "the idea is collected: $(cat ideas.cpp)"
ideas v1_first.cu '// LADDER_VERSION(Sum, 1, "in a comment", sum);' && fail "a file that registers nothing is taken"
said 'sum/v1_first.cu: error: it registers no version: end it with LADDER_VERSION(Sum, 1, "the idea in a few words", <function>)'
ideas v8_later.cu '
LADDER_VERSION(Sum, 7, "a copied line", sum);' && fail "version 7 in a file named v8 is taken"
said 'sum/v8_later.cu: error: it registers version 7: a file named v8_... registers number 8'

[ "$failures" -eq 0 ] && echo "all right"
exit "$((failures > 0))"
