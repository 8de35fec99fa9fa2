#!/bin/sh
# What a student is told when a .cu file does not compile: the place in the file, the cause and what to do, without
# the names of the emulator.
#
#   messages_test.sh <emulator/> <cuda_rewriter> <compiler> <scratch folder>
set -u

emulator=$1
rewriter=$2
compiler=$3
rm -rf "$4"
mkdir -p "$4" && cd "$4" || exit 1
kind=gnu
all_errors=-fmax-errors=0
case $("$compiler" --version) in *clang*) kind=clang all_errors=-ferror-limit=0 ;; esac

failures=0
fail() {
    echo "FAILED: $*"
    cat log
    failures=$((failures + 1))
}

fail_briefly() {
    echo "FAILED: $*"
    grep -F "x.cu:${place%:*}:" log
    failures=$((failures + 1))
}

# The source is x.cu. Its messages go to log.
compile() {
    # shellcheck disable=SC2046
    sh "$emulator/rewriter/compile.sh" "$rewriter" "$compiler" -std=gnu++20 $(grep '^-' "$emulator/rewriter/flags.$kind") \
        -I "$emulator/include" -D__CUDACC__=1 $all_errors -include cuda_runtime.h -c x.cu -o x.o >log 2>&1
}

kernel='__global__ void scale(int* p, int n) { if (threadIdx.x < n) p[threadIdx.x] *= 2; }'

# refused <words> <lines of the source ...>: the message is at the place that @ marks in the source, its snippet is the
# file's line with the caret under this place, and nothing is told of the emulator. All sources are one file, since its
# headers take most of the time: each has a namespace of its own.
number=0
: >marked
: >expected
refused() {
    words=$1
    shift
    number=$((number + 1))
    {
        echo "namespace n$number {"
        printf '%s\n' "$@"
        echo "}"
    } >>marked
    echo "$words" >>expected
}

check_refused() {
    sed 's/@//' marked >x.cu
    compile && fail "x.cu is not refused"
    ! grep -q 'emu\|Launch\|lambda' log || fail "it speaks of the emulator"
    cases=$(wc -l <expected)
    [ "$(grep -c ': error: ' log)" -le $((cases + 3)) ] || fail "there are more errors than mistakes"
    [ "$(wc -l <log)" -le $((9 * cases)) ] || fail "the messages are long"
    awk '{ at = index($0, "@"); if (at) print NR ":" at }' marked >places
    paste -d ' ' places expected >table
    while read -r place words; do
        line=$(sed -n "${place%:*}p" x.cu)
        if ! grep -F "x.cu:$place: error: " log | grep -qF -- "$words"; then
            fail_briefly "is not told at $place with '$words': $line"
            continue
        fi
        # g++ writes "  12 | " before each line, clang 14 does not.
        awk -v place="x.cu:$place: error: " 'index($0, place) { getline; print; getline; print; exit }' log >snippet
        shown=$(sed -n 1p snippet)
        caret=$(sed -n 2p snippet)
        case $shown in *"$line") ;; *) fail_briefly "does not show the file's line at $place: $shown" ;; esac
        before=${caret%%^*}
        [ "$((${#before} - ${#shown} + ${#line} + 1))" -eq "${place#*:}" ] || fail_briefly "the caret is not at $place: $line"
    done <table
}

# accepted <lines of the source ...>: compiles without a message.
accepted() {
    printf '%s\n' "$@" >x.cu
    compile || fail "is refused: $*"
    [ ! -s log ] || fail "is not silent: $*"
}

in_kernel() {
    echo "__global__ void k(int* p, const int* q, short* s, float* x) { $1 }"
}
in_host() {
    echo "$kernel void f(int* p, float* x, int n) { $1 }"
}

# The columns are those of the file, on lines that are rewritten and that have macros.
gone="missing"
refused $gone "$kernel" '__global__ void k(int* p)' '{' '    p[threadIdx.x] = 1; @missing = 2;' '}'
refused $gone "$kernel" 'void f(int* p) { scale<<<1, 2>>>(p, @missing); }'
refused $gone "$kernel" 'void f(int* p) { scale<<<1, @missing>>>(p, 1); scale<<<1, 2>>>(p, 1); }'
refused $gone "$kernel" 'void f(int* p) { scale<<<1, 2>>>(p, 1); @missing = 3; }'
refused $gone '__global__ void k(int* p) { __shared__ int s[4]; @missing = s[0]; }'
refused $gone '__global__ void k(int* p) { extern __shared__ int s[]; @missing = s[0]; }'
refused $gone '__global__ void __launch_bounds__(32) k(int* p) { @missing = p[0]; }'
refused $gone '#define TWICE(x) ((x) + (x))' 'int f(int a) { return TWICE( @missing ); }'
refused $gone '#define TWICE(x) ((x) + (x))' 'int f(int a) { return TWICE(a) + TWICE(a) + @missing; }'
refused $gone '#define ONE gone + missing' 'int f(int gone) { return gone + @ONE; }'
refused $gone '__global__ void k(int* p) { atomicAdd(p, 1); @missing = 2; }'
refused $gone '__global__ void k(int* p) { printf("%d\n", p[0]); assert(p); @missing = 2; }'
refused $gone '__device__ __forceinline__ int d(int x) {	if (@missing) return threadIdx.x; return x; }'

# A launch that does not fit its kernel.
refused "k" '__global__ void k(int* p, int n) {}' 'void f(int* p) { @k<<<1, 2>>>(p); }'
refused "k" '__global__ void k(int* p, int n) {}' 'void f(int* p) { @k<<<1, 2>>>(p, 1, 2); }'
refused "the launch does not fit the kernel's parameters" "$(in_host '@scale<<<1, 2>>>(x, n);')"
refused "the launch does not fit the kernel's parameters" "$(in_host '@scale<<<1, 2>>>(n, p);')"
refused "does a variable have the kernel's name?" "$(in_host 'int scale = 1; @scale<<<1, 2>>>(p, scale);')"
refused "did you mean 'scale'?" "$(in_host '@scales<<<1, 2>>>(p, n);')"
refused "a kernel must be declared above its launch" 'void f(int* p) { @k<<<1, 2>>>(p); }' '__global__ void k(int* p) {}'
refused "the values between <<< and >>> do not fit" "$(in_host 'cudaStream_t s = nullptr; @scale<<<1, 2, s>>>(p, n);')"

# Names and calls of CUDA. g++ and clang put their marks at different words.
g() { [ $kind = clang ] || echo @; }
c() { [ $kind = gnu ] || echo @; }
refused "have x, y and z" "$(in_kernel 'p[blockDim.@X] = 1;')"
refused "threadIdx cannot be changed" "$(in_kernel "threadIdx.$(g)x $(c)= 1;")"
refused "a comma or an operator is missing beside 'threadIdx'" "$(in_kernel 'printf("%d" @threadIdx.x);')"
refused "the size of a __shared__ array must be a constant" "$(in_kernel 'int n = 3; __shared__ int @t[n];')"
refused "a __constant__ variable cannot be local" "$(in_kernel "$(c)__constant__ int $(g)t[3];")"
refused "write #include <cooperative_groups.h>" "$(in_kernel 'auto b = @cooperative_groups::this_thread_block();')"
refused "atomicAdd(address, value), with a pointer to int" "$(in_kernel "$(c)atomicAdd$(g)(s, 1);")"
refused "atomicAdd(address, value), with a pointer to int" "$(in_kernel "$(c)atomicAdd$(g)(q, 1);")"
refused "atomicMax(address, value), with a pointer to int" "$(in_kernel "$(c)atomicMax$(g)(x, 1.0f);")"
refused "__shfl_down_sync(mask, value, delta)" "$(in_kernel "*p = $(c)__shfl_down_sync$(g)(*p, 1);")"
refused "__ballot_sync(mask, predicate)" "$(in_kernel "*p = $(c)__ballot_sync$(g)(*p);")"
refused "shuffle the members of a struct one by one" 'struct P { int x, y, z; };' \
    "__global__ void k(P* p) { *p = $(c)__shfl_sync$(g)(~0u, *p, 1); }"
refused "it takes no argument: __syncthreads()" "$(in_kernel "$(c)__syncthreads($(g)1);")"
refused "cudaMalloc(&pointer, bytes)" "$(in_host "$(c)cudaMalloc$(g)(p, 4);")"
refused "cudaMemcpy(destination, source, bytes" "$(in_host "$(c)cudaMemcpy(p, x, n, $(g)4);")"
refused "cudaEventElapsedTime(&milliseconds" "$(in_host "$(c)cudaEventElapsedTime($(g)3.0f, nullptr, nullptr);")"
refused "both arguments must be numbers" "$(in_kernel "*p = $(c)min$(g)(p, 3);")"

check_refused

# A letter of two bytes takes the width of one.
printf '%s\n' '__global__ void k(int* p) { p[0] = "ä"[threadIdx.x] + missing; }' >x.cu
compile
grep -qF '                                                     ^~~~~~~' log || fail "the mark is not below the word"

# A shuffle whose result is lost: a warning. clang's own words name no function.
printf '%s\n' "$(in_kernel '__shfl_down_sync(~0u, *p, 1);')" >x.cu
compile || fail "an unused result is refused"
if [ $kind = gnu ]; then
    grep -q '^x.cu:1:[0-9]*: warning: the result of the shuffle is not used' log || fail "an unused result is not told"
else
    grep -q "^x.cu:1:[0-9]*: warning: ignoring return value" log || fail "an unused result is not told"
fi

# The nearest right programs.
accepted "$(in_host 'dim3 grid(1, 2, 3); scale<<<grid, 32, 4, nullptr>>>(p, n); scale<<<1, 2>>>(nullptr, 3);')" 'namespace b {' \
    "$(in_kernel '*p = __match_any_sync(~0u, *p > 1) + __match_all_sync(~0u, s[0], p);')" '} namespace c {' \
    "$(in_kernel 'atomicAdd(p, 1); atomicAdd(x, 1); *p = __shfl_down_sync(~0u, *p, 1) + min(*p, 3);')" '} namespace d {' \
    '__global__ void k(__shared__ int* p) { *p = 1; }' '}'

[ "$failures" -eq 0 ] && echo "all right with $compiler"
exit "$((failures > 0))"
