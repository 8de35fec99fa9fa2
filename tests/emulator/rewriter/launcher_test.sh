#!/bin/sh
# Tests of emulator/rewriter/compile.sh, the compiler launcher.
#
#   launcher_test.sh <compile.sh> <cuda_rewriter> <compiler> <this folder> <scratch folder>
set -u

launcher=$1
rewriter=$2
compiler=$3
here=$4
scratch="$5/with a space"
rm -rf "$scratch"
mkdir -p "$scratch" && cd "$scratch" || exit 1

failures=0
fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# launch <compiler's arguments>, the output going to log
launch() {
    sh "$launcher" "$rewriter" "$compiler" -std=c++20 "$@" >log 2>&1
}

# expect_log <text> <what must hold>
expect_log() {
    grep -qF "$1" log || { fail "$2; the log is:"; cat log; }
}

expect_no_intermediate_files() {
    for file in *.preprocessed *.rewritten *.assembly *.ordered *.headers; do
        [ ! -e "$file" ] || fail "$1 leaves $file"
    done
}

instrumented="-O1 -g1 -fsanitize=thread"
warnings="-Wall -Wextra -Werror"
case $("$compiler" --version) in
*clang*) warnings="$warnings -Wno-unknown-attributes" ;;  # as emulator/rewriter/flags.clang
*) instrumented="$instrumented -Wno-tsan" ;;
esac

# Every form of launch compiles without a warning and does what it says, with and without comments kept.
cp "$here/launches.cu" "$here/stub_runtime.h" .
for option in -O0 -O1 -C; do
    rm -f launches.o
    # shellcheck disable=SC2086
    launch $warnings "$option" -DUNUSED=1 -isystem . -I . -include stub_runtime.h -c launches.cu -o launches.o ||
        fail "launches.cu compiles with $option: $(cat log)"
    expect_no_intermediate_files "launches.cu"
    { "$compiler" launches.o -o launches && ./launches; } || fail "launches.cu runs right with $option"
done

# Instrumentation reaches the code, but not the headers.
cat >sanitized.cu <<'END'
#if defined(__SANITIZE_THREAD__)
#error
#endif
void f(int* p) { *p = 1; }
END
# shellcheck disable=SC2086
launch $instrumented -c sanitized.cu -o sanitized.o || fail "an instrumented source compiles: $(cat log)"
nm sanitized.o | grep -q __tsan_write4 || fail "accesses are instrumented"

# Diagnostics name the original file and line, in the source and in its headers.
printf '%s\n' '#pragma once' 'inline int in_header() { return missing_in_header; }' >header.h
printf '%s\n' '#include "header.h"' 'void k(int*);' '' 'void f(int* p)' '{' '    k<<<1,' '        1>>>(p);' \
    '    missing();' '}' >wrong.cu
launch -include "$here/stub_runtime.h" -c wrong.cu -o wrong.o && fail "a wrong source must not compile"
expect_log "wrong.cu:8:" "an error names the source's line"
expect_log "header.h:2:" "an error names the header's line"
expect_no_intermediate_files "a wrong source"
[ ! -e wrong.o ] || fail "a wrong source leaves an object"

# Each stage that fails makes the launcher fail, once.
printf '%s\n' '' '#error stop here' >stage.cu
launch -c stage.cu -o stage.o && fail "a failing preprocessor must stop the compilation"
expect_log "stage.cu:2:" "the preprocessor's error is shown"
printf '%s\n' '' '' 'void f() { k<<<1>>>(); }' >stage.cu
launch -c stage.cu -o stage.o && fail "a failing rewriter must stop the compilation"
expect_log "stage.cu:3: error: " "the rewriter's error names file and line"
expect_no_intermediate_files "a failing stage"
sh "$launcher" /missing/rewriter "$compiler" -c launches.cu -o stage.o >log 2>&1 && fail "a missing rewriter must stop"
sh "$launcher" "$rewriter" /missing/compiler -c launches.cu -o stage.o >log 2>&1 && fail "a missing compiler must stop"

# Dependencies are those of the original source, for the object asked for.
echo 'int g();' >header.h
printf '%s\n' '#include "header.h"' 'int f() { return g(); }' >deps.cu
launch -MD -MT 'an object' -MF deps.d -c deps.cu -o deps.o || fail "-MD -MT -MF compiles: $(cat log)"
grep -q '^an object:.* deps\.cu' deps.d || fail "-MT names the target, not $(head -1 deps.d)"
grep -q 'header\.h' deps.d || fail "the header is a dependency"
grep -q 'preprocessed\|rewritten' deps.d && fail "intermediate files are no dependencies"
rm -f deps.d
launch -MMD -c deps.cu -o deps.o || fail "-MMD alone compiles: $(cat log)"
grep -q '^deps\.o:.* deps\.cu' deps.d || fail "-MMD alone names the object"

# The source may stand anywhere, and values of options are no sources.
launch -o first.o -c -x c++ deps.cu -DNAME=x.cu -I -x.cu || fail "any order of arguments compiles: $(cat log)"
[ -s first.o ] || fail "any order of arguments gives the object"
launch -c deps.cu || fail "an object need not be named"
[ -s deps.o ] || fail "an object that is not named takes the source's name"

# A prelude gives the same object as its headers, and messages of an error as without it.
case $("$compiler" --version) in
*clang*) ;;
*)
    : >empty.cu
    printf '%s\n' '#pragma once' '#include <array>' 'template <class T> __global__ void fill(T* p) { *p = 1; }' >kernels.h
    printf '%s\n' '#include "kernels.h"' 'int f(std::array<int, 4>& v)' '{' '    fill<<<1, 1>>>(v.data());' \
        '    return v.at(0);' '}' >with_prelude.cu
    headers="-I . -include stub_runtime.h -include kernels.h"
    # shellcheck disable=SC2086
    {
        sh "$launcher" --make-prelude "$scratch/prelude" "$rewriter" "$compiler" -std=c++20 $instrumented $headers \
            -c empty.cu -o empty.o >log 2>&1 || fail "a prelude compiles: $(cat log)"
        [ -s prelude.gch ] || fail "there is a prelude"
        launch $instrumented $headers -c with_prelude.cu -o without.o || fail "a source compiles: $(cat log)"
        printf '%s\n' '#!/bin/sh' 'echo "$*" >>compilations' "exec $compiler \"\$@\"" >counting_compiler
        chmod +x counting_compiler
        with_prelude() {
            rm -f compilations
            sh "$launcher" --prelude "$scratch/prelude" "$rewriter" ./counting_compiler -std=c++20 "$@" >log 2>&1
        }
        with_prelude $instrumented $headers -c with_prelude.cu -o with.o || fail "it compiles with a prelude: $(cat log)"
        cmp without.o with.o || fail "a prelude changes the object"
        grep -q 'c++-cpp-output -S with.o.headers' compilations || fail "the prelude is used"
        grep -q 'c++-cpp-output -S with.o.rewritten' compilations && fail "the prelude is enough"
        expect_no_intermediate_files "a prelude"

        with_prelude $instrumented $headers -DUNUSED -c with_prelude.cu -o with.o || fail "other macros compile: $(cat log)"
        cmp without.o with.o || fail "an unused macro changes the object"
        sed 's/p = 1/p = 2/' kernels.h >changed.h && mv changed.h kernels.h
        launch $instrumented $headers -c with_prelude.cu -o without.o || fail "the changed header compiles: $(cat log)"
        with_prelude $instrumented $headers -c with_prelude.cu -o with.o || fail "an old prelude compiles: $(cat log)"
        cmp without.o with.o || fail "an old prelude is used"
        sed -i 's/fill/filled/' kernels.h
        with_prelude $instrumented $headers -c with_prelude.cu -o with.o && fail "an error with a prelude stops"
        expect_log "with_prelude.cu:4:" "an error with a prelude names its line"
    }
    ;;
esac

# Everything else goes to the compiler as it is.
echo 'int main() { return 0; }' >plain.cpp
launch -c plain.cpp -o plain.o || fail "a .cpp file compiles: $(cat log)"
{ launch plain.o -o plain && ./plain; } || fail "linking works"
launch -E plain.cpp && expect_log "int main" "-E works"
launch -DMISSING=1 -c missing.cpp -o missing.o && fail "the compiler's exit code is kept"
launch --version || fail "--version works"
echo 'k<<<' >plain.cpp
launch -c plain.cpp -o plain.o && fail "only .cu files are rewritten"

[ "$failures" -eq 0 ] && echo "all right with $compiler"
exit "$((failures > 0))"
