#!/bin/bash
# Tests of scripts/emucc.
#
#   emucc_test.sh <emucc> <scratch folder>
set -u

emucc=$1
scratch="$2/with a space"
rm -rf "$scratch"
mkdir -p "$scratch" && cd "$scratch" || exit 1

failures=0
fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}
# expect <exit code> <text in the output, or ""> <command>, the output being kept in log
expect() {
    local code=$1 text=$2
    shift 2
    "$@" >log 2>&1
    local got=$?
    if [ "$got" -ne "$code" ] || { [ -n "$text" ] && ! grep -qF -- "$text" log; }; then
        fail "$* ends with $got, not $code, or does not say '$text', but: $(cat log)"
    fi
}

# A program of a book, whose name has a space, and which has a fault when it gets an argument.
cat >"my saxpy.cu" <<'END'
#include <stdio.h>

__global__ void saxpy(int n, float a, float* x, float* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

int main(int argc, char** argv)
{
    int n = 1 << 12;
    float *x = (float*)malloc(n * sizeof(float)), *y = (float*)malloc(n * sizeof(float)), *d_x, *d_y;
    cudaMalloc(&d_x, n * sizeof(float));
    cudaMalloc(&d_y, n * sizeof(float));
    for (int i = 0; i < n; i++) {
        x[i] = 1.0f;
        y[i] = 2.0f;
    }
    cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_y, y, n * sizeof(float), cudaMemcpyHostToDevice);
    saxpy<<<(n + 511) / 256, 256>>>(argc > 1 ? n + 1 : n, 2.0f, d_x, d_y);
    cudaMemcpy(y, d_y, n * sizeof(float), cudaMemcpyDeviceToHost);
    float maxError = 0.0f;
    for (int i = 0; i < n; i++)
        maxError = max(maxError, abs(y[i] - 4.0f));
    printf("Max error: %f\n", maxError);
    cudaFree(d_x);
    cudaFree(d_y);
    free(x);
    free(y);
}
END
expect 0 "Max error: 0.000000" "$emucc" -run "my saxpy.cu" -o "my saxpy"
expect 0 "Max error: 0.000000" "./my saxpy"
expect 1 "my saxpy.cu:7" "./my saxpy" wrong
grep -q "ERROR SUMMARY: " log || fail "an error is counted at the end: $(cat log)"
grep -q "Invalid __global__ read of size 4 bytes" log || fail "an error is named: $(cat log)"
expect 1 "ERROR SUMMARY" "$emucc" -run -run-args wrong "my saxpy.cu"
[ -x a.out ] || fail "the default name is a.out"

# nvcc's usual flags.
expect 0 "" "$emucc" -arch=sm_90 -gencode arch=compute_80,code=sm_80 -gencode=arch=compute_90,code=sm_90 -code sm_90 -std=c++17 \
    -g -G -lineinfo -O3 -O 2 -w -m64 -use_fast_math --expt-relaxed-constexpr --extended-lambda -rdc=true -maxrregcount 32 \
    --maxrregcount=32 -t 4 -Xptxas -v,-dlcm=ca --ptxas-options=-v -Xcompiler -Wall,-fPIC -Xcompiler "-Wextra -O1" -lcudart -lm \
    -Wno-deprecated-gpu-targets -res-usage --default-stream per-thread -cudart static -DNDEBUG -D UNUSED=1 -UUNUSED -I. -I include -L. \
    -Xlinker -s --use_fast_math -diag-suppress 177 "my saxpy.cu" -o flags
expect 0 "Max error" ./flags
expect 2 "unknown option '--no-such-flag'" "$emucc" --no-such-flag "my saxpy.cu"
expect 2 "unknown option '-no-such=1'" "$emucc" -no-such=1 "my saxpy.cu"
expect 1 "no input files" "$emucc" -O3
expect 1 "missing.cu: no such file" "$emucc" missing.cu
expect 1 "'-o' wants a value" "$emucc" "my saxpy.cu" -o
expect 1 "no C++ compiler '/no/such/g++'" "$emucc" -ccbin /no/such/g++ "my saxpy.cu"
expect 1 "-lnppc is not supported by the emulator: this version is GPU-only" "$emucc" "my saxpy.cu" -lnppc
expect 0 "Usage: emucc" "$emucc" --help
expect 0 "emucc" "$emucc" --version
expect 0 "'my saxpy.cu'" "$emucc" --dryrun "my saxpy.cu" -o dry
[ ! -e dry ] || fail "--dryrun makes no program"
expect 0 "argc" "$emucc" -E "my saxpy.cu"

# Several files, compiled apart, with variables and functions of the device in common.
cat >part.h <<'END'
#pragma once
extern __device__ int counter;
extern __constant__ int step;
__device__ int next(int x);
void count(int blocks);
END
cat >part.cu <<'END'
#include "part.h"
__device__ int counter = 100;
__constant__ int step = 1;
__device__ int next(int x) { return x + step; }
END
cat >kernel.cu <<'END'
#include "part.h"
__global__ void add() { atomicAdd(&counter, next(1)); }
void count(int blocks) { add<<<blocks, 32>>>(); }
END
cat >main.cpp <<'END'
#include "part.h"
#include <cstdio>
#include <cuda_runtime.h>
int counter_value();
int main()
{
    count(2);
    std::printf("counter = %d\n", counter_value());
}
END
cat >value.cu <<'END'
#include "part.h"
int counter_value()
{
    int value = 0;
    cudaMemcpyFromSymbol(&value, counter, sizeof value);
    return value;
}
END
sed -i '1i #include <cuda_runtime.h>' part.h
expect 0 "" "$emucc" -dc part.cu kernel.cu
expect 0 "" "$emucc" -c main.cpp -o "the main.o"
expect 0 "" "$emucc" -rdc=true value.cu part.o kernel.o "the main.o" -o parts
expect 0 "counter = 228" ./parts
# The steps of Makefiles with a device link, a library of object files, and dependencies.
expect 0 "" "$emucc" -arch=sm_90 -dlink part.o kernel.o -o linked.o
mkdir -p objects
expect 0 "" "$emucc" -dc -odir objects value.cu
expect 0 "" "$emucc" part.o kernel.o objects/value.o linked.o "the main.o" -o linked_parts
expect 0 "counter = 228" ./linked_parts
expect 0 "" "$emucc" -lib part.o kernel.o objects/value.o -o libparts.a
expect 0 "" "$emucc" "the main.o" -L. -lparts -o library_parts
expect 0 "counter = 228" ./library_parts
for option in -shared --shared "-Xlinker -shared" "-Xcompiler -fPIC,-shared"; do
    # shellcheck disable=SC2086
    expect 2 "emucc: -shared: kernels cannot be in a shared library on the emulator; make a static one with -lib" "$emucc" $option value.cu
    [ "$(wc -l <log)" -eq 1 ] || fail "$option is refused in one line: $(cat log)"
done
expect 0 "part.h" "$emucc" -MM value.cu
expect 2 "unknown option '-fno-rtti'" "$emucc" -c value.cu -fno-rtti

# Files of other names and languages.
cp part.cu part_as_text.txt
expect 1 "part_as_text.txt: don't know" "$emucc" -c part_as_text.txt
expect 0 "" "$emucc" -x cu -c part_as_text.txt -o text.o -fno-rtti -forward-unknown-to-host-compiler
echo 'int answer(void) { return 42; }' >plain.c
printf '%s\n' '#include <cstdio>' 'extern "C" int answer();' 'int main() { std::printf("%d\n", answer()); }' >use.cu
expect 0 "42" "$emucc" use.cu plain.c -o use -run

# A program whose host code is C.
cat >host.c <<'END'
#include <cuComplex.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <nvToolsExt.h>
#include <stdio.h>
void add(int n, float* x, cudaStream_t stream);
int main(void)
{
    struct cudaDeviceProp properties;
    enum cudaMemcpyKind kind = cudaMemcpyHostToDevice;
    const int n = 100;
    float *h, *d, ms = -1;
    cudaStream_t stream;
    cudaEvent_t start, stop;
    float4 v = make_float4(1, 2, 3, 4);
    cudaError_t error = cudaGetDeviceProperties(&properties, 0);
    if (error != cudaSuccess) {
        printf("%s\n", cudaGetErrorString(error));
        return 1;
    }
    cudaMallocHost((void**)&h, n * sizeof(float));
    cudaMalloc((void**)&d, n * sizeof(float));
    for (int i = 0; i < n; i++)
        h[i] = i;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaEventCreate(&start);
    cudaEventCreateWithFlags(&stop, cudaEventDefault);
    cudaEventRecord(start, stream);
    cudaMemcpyAsync(d, h, n * sizeof(float), kind, stream);
    add(n, d, stream);
    cudaMemcpyAsync(h, d, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
    cudaEventRecord(stop, stream);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(&ms, start, stop);
    printf("major %d, h[99] = %g, v.w = %g, time %d\n", properties.major, h[99], v.w, ms >= 0);
    cudaFree(d);
    cudaFreeHost(h);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaStreamDestroy(stream);
    cudaProfilerStop();
    if (cuCabsf(cuCmulf(make_cuFloatComplex(0, 1), make_cuFloatComplex(3, 4))) != 5)
        return 1;
    return cudaDeviceReset();
}
END
cat >add.cu <<'END'
__global__ void add_one(int n, float* x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] += 1;
}
extern "C" void add(int n, float* x, cudaStream_t stream) { add_one<<<(n + 31) / 32, 32, 0, stream>>>(n, x); }
END
expect 0 "" "$emucc" -Xcompiler -Wall,-Wextra,-Werror -c host.c
expect 0 "major 9, h[99] = 100, v.w = 4, time 1" "$emucc" add.cu host.o -o host -run

# Errors of the program name its file and line; constructs that need a GPU are refused likewise.
printf '%s\n' '' 'int main() { return missing; }' >wrong.cu
expect 1 "wrong.cu:2:" "$emucc" wrong.cu
refused="is not supported by the emulator: this version is GPU-only"
printf '%s\n' '#include <cuda_fp8.h>' 'int main() {}' >fp8.cu
expect 1 "<cuda_fp8.h> (an 8-bit floating point type) $refused" "$emucc" fp8.cu
printf '%s\n' '' '#include <thrust/device_vector.h>' 'int main() {}' >thrust.cu
expect 1 "thrust.cu:2" "$emucc" thrust.cu
grep -qF "<thrust/device_vector.h> (a CUDA C++ library) $refused" log || fail "Thrust is refused: $(cat log)"
printf '%s\n' '__device__ int lane()' '{' '  int x; asm("vote.sync.any.u32 %0, 1;" : "=r"(x)); return x;' '}' 'int main() {}' >ptx.cu
expect 1 "ptx.cu:3: error: inline PTX (vote.sync.any.u32 %0, 1) $refused; call CUDA's function for it instead" "$emucc" ptx.cu
[ "$(wc -l <log)" -eq 3 ] || fail "a refusal is one line, and the source's with a caret, not: $(cat log)"
printf '%s\n' '__global__ void k() {}' '__global__ void parent()' '{' '  k<<<1, 1>>>();' '  cudaDeviceSynchronize();' '}' 'int main() {}' >launch.cu
expect 1 "launch.cu:5: error: device code calls cudaDeviceSynchronize(), which is for the host only." "$emucc" -rdc=true launch.cu
grep -qF "cudaStreamTailLaunch" log || fail "it is told of tail launches: $(cat log)"
printf '%s\n' '#include <curand_kernel.h>' '__global__ void k(curandStateSobol32* s) {}' 'int main() {}' >sobol.cu
expect 1 "sobol.cu:2: error: a generator other than XORWOW, Philox and MRG32k3a (curandStateSobol32) $refused" "$emucc" sobol.cu
printf '%s\n' '#include <curand_kernel.h>' '__global__ void k()' '{' '  curandState s; curand_init(1, 0, 0, &s);' '  curand_poisson(&s, 100.0);' '}' \
    'int main() { k<<<1, 1>>>(); cudaDeviceSynchronize(); }' >poisson.cu
expect 1 "curand_poisson() of a mean from 64 to 4000 is not supported by the emulator" "$emucc" -run poisson.cu
# With clang, a copy in a kernel is counted, and nothing of the emulator's own.
if command -v clang++ >/dev/null; then
    printf '%s\n' '__global__ void copy(char* to, const char* from, int n) { memcpy(to, from, n); }' 'int main()' '{' \
        '    char* p; cudaMalloc(&p, 8); cudaMemset(p, 0, 8); copy<<<1, 1>>>(p, p + 4, 3); return cudaFree(p);' '}' >copy.cu
    expect 0 "" "$emucc" -ccbin clang++ copy.cu -o copy
    expect 0 "     1  global load  1 B              3 " env CUDA_EMULATOR=counters ./copy
    [ "$(grep '^/' log)" = "$PWD/copy.cu" ] || fail "the counters are of the program's own lines: $(cat log)"
fi
# cuda::atomic_ref: a flag hands over what was written before it, if it is stored with release.
cat >flag.cu <<'END'
#include <cuda/atomic>
#include <cuda/std/limits>
__global__ void hand_over(int* value, int* flag, int* got)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    if (blockIdx.x == 0) {
        *value = cuda::std::numeric_limits<int>::max();
        ready.store(1, ORDER);
    } else {
        while (ready.load(cuda::memory_order_acquire) == 0) {
        }
        *got = *value;
    }
}
int main()
{
    int* d;
    cudaMalloc(&d, 3 * sizeof(int));
    cudaMemset(d, 0, 3 * sizeof(int));
    hand_over<<<2, 1>>>(d, d + 1, d + 2);
    return cudaFree(d);
}
END
expect 0 "" "$emucc" -DORDER=cuda::memory_order_release flag.cu -o flag -run
[ ! -s log ] || fail "a flag with release is right: $(cat log)"
expect 1 "Race reported" "$emucc" -DORDER=cuda::memory_order_relaxed flag.cu -o flag -run
grep -q "flag.cu:7" log || fail "the race is at the value: $(cat log)"
printf '%s\n' '#include <cuda/atomic>' '#include <cuda/std/array>' '#include <cstdio>' \
    'int main() { cuda::atomic<int> a{3}; a += 2; cuda::std::array<int, 1> b{7}; std::printf("%d %d\n", a.load(), b[0]); }' >atomic.cpp
expect 0 "5 7" "$emucc" -Xcompiler -Wall,-Wextra,-Werror atomic.cpp -o atomic -run
printf '%s\n' '#include <cuda/ptx>' 'int main() {}' >cuda_ptx.cu
expect 1 "<cuda/ptx> (a CUDA C++ library) $refused" "$emucc" cuda_ptx.cu

# Libraries are there in name: a call ends the program, in one line.
cat >library.cu <<'END'
#include <cublas_v2.h>
#include <cufft.h>
#include <curand.h>
#include <nvml.h>
#include <nvrtc.h>
// Other people's headers ask for these, and then name every status.
#if defined(CUBLAS_API_H_) && defined(_CUFFT_H_) && defined(CURAND_H_)
const char* name_of(cufftResult result)
{
    switch (result) {
    case CUFFT_SUCCESS: return "CUFFT_SUCCESS";
    case CUFFT_INCOMPLETE_PARAMETER_LIST: return "CUFFT_INCOMPLETE_PARAMETER_LIST";
    case CUFFT_PARSE_ERROR: return "CUFFT_PARSE_ERROR";
    case CUFFT_LICENSE_ERROR: return "CUFFT_LICENSE_ERROR";
    default: return "another";
    }
}
#else
#error "the headers do not define their guards"
#endif
int main(int argc, char**)
{
    float one = 1, *x;
    cudaMalloc(&x, 4);
    cublasHandle_t handle = nullptr;
    if (argc > 1)
        cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, x, 1, x, 1, &one, x, 1);
    if (argc > 1)
        nvmlInit();
    return cudaFree(x);
}
END
expect 0 "" "$emucc" -Xcompiler -Wall,-Wextra,-Werror library.cu -o library -lcublas -lcufft -lcurand -lnvidia-ml -lnvrtc
expect 0 "" ./library
[ ! -s log ] || fail "libraries that are not called are silent: $(cat log)"
expect 1 "library.cu:27: cublasSgemm() is not supported by the emulator: it has none of NVIDIA's libraries." ./library call
[ "$(wc -l <log)" -eq 1 ] || fail "one line says that it is refused: $(cat log)"
printf '%s\n' '#include <cublas_v2.h>' '#include <cufft.h>' '#include <nvml.h>' '#include <cusolverDn.h>' '#include <nccl.h>' \
    'int main(void) { cublasHandle_t h; return cublasCreate(&h) == CUBLAS_STATUS_SUCCESS; }' >library.c
expect 1 "library.c:6: cublasCreate() is not supported" "$emucc" -Xcompiler -Wall,-Werror library.c -o library -run

cat >module.cu <<'END'
#include <cuda.h>
#include <stdio.h>
int main()
{
    CUmodule module;
    CUcontext context;
    cuInit(0);
    cuCtxCreate(&context, 0, 0);
    printf("%d\n", cuModuleLoad(&module, "kernel.ptx"));
}
END
expect 0 "801" "$emucc" -run module.cu -o module -lcuda
[ "$(grep -c . log)" -eq 2 ] || fail "one line says what is refused: $(cat log)"
grep -q "module.cu:9: cuModuleLoad() is not supported by the emulator: .*kernel<<<grid, block>>>" log || fail "it is told what to do: $(cat log)"

# A C library may declare any of CUDA's math functions itself, as glibc 2.41 does sinpi(): before or after the emulator.
headers=$(dirname "$emucc")/../emulator/include/cuda_emulator
{
    sed -nE 's/^(inline )?((float|double|void) [a-z][a-z0-9]*\(.*\))$/\2/p' "$headers/math_functions.h" | grep -vE ' (min|max)\(|[^f]\(float'
    sed -nE 's/^EMU_SPECIAL\(([a-z0-9_]+)\)$/double \1(double)\nfloat \1f(float)/p' "$headers/special_functions.h"
} | sed 's/.*/extern "C" & noexcept;/' >c_library.h
[ "$(wc -l <c_library.h)" -gt 30 ] || fail "the functions are found: $(cat c_library.h)"
cat >newer_c_library.cu <<'END'
#include "c_library.h"
__global__ void use(float* out)
{
    out[0] = sinpi(0.5) + rsqrtf(out[1]) + rsqrt(out[1]) + normcdfinv(0.5) + sinpif(1);
}
int main() {}
END
expect 0 "" "$emucc" -c newer_c_library.cu -o after.o
expect 0 "" "$emucc" -c newer_c_library.cu -include c_library.h -o before.o

# Nothing is left beside the sources, and the sources may be read-only.
for left in *.preprocessed *.rewritten *.assembly *.ordered *.messages; do
    [ ! -e "$left" ] || fail "$left is left behind"
done

[ "$failures" -eq 0 ] && echo "all right"
exit "$((failures > 0))"
