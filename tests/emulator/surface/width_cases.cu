// An aligned vector is moved by one access of its full width, however the source spells it.
#include "cases.h"
#include "check.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#ifdef CUDA_EMULATOR
#include "emulator.h"

namespace {

template <class T>
__global__ void move(T* p, T argument)
{
    const int i = threadIdx.x;
    const T loaded = p[i];
    p[32 + i] = loaded;
    p[64 + i] = argument;
    p[96 + i] = p[128 + i];
    p[160 + i] = T{};
    __stcs(&p[192 + i], __ldg(&p[224 + i]));
}

template <class T>
__global__ void use_members(T* p)
{
    const int i = threadIdx.x;
    T v = p[i];
    v.x = v.x + v.y;
    v.y = v.x;
    p[i] = v;
}

__global__ void make_vector(float4* p, float x)
{
    const int i = threadIdx.x;
    p[i] = make_float4(0, 0, 0, 0);
    p[i + 32] = make_float4(x, 1, 2, 3);
    p[i + 64] = {x, 1, 2, 3};
    p[i + 96] = {1, 1, 1, 1};
    p[i + 128] = float4{x, x, x, x};
}

// 0, or the number of bytes of an access that has not the full width, or -1 if their number is wrong.
int wrong_width(unsigned long long loads, unsigned long long stores, int bytes)
{
    const emu::KernelCounters kernel = emu::take_counters().at(0);
    for (const emu::LineCounters& line : kernel.lines)
        if (line.bytes != bytes)
            return line.bytes;
    return kernel.total(emu::Space::global, emu::Access::load).requests == loads &&
                   kernel.total(emu::Space::global, emu::Access::store).requests == stores
               ? 0
               : -1;
}

template <class T>
int check_width(int bytes)
{
    T* p = nullptr;
    cudaMalloc(&p, 256 * sizeof *p);
    cudaMemset(p, 0, 256 * sizeof *p);
    emu::take_counters();
    move<<<1, 32>>>(p, T{});
    const unsigned long long pieces = sizeof(T) / bytes;
    CHECK_HOST(wrong_width(3 * pieces, 5 * pieces, bytes) == 0);
    use_members<<<1, 32>>>(p);
    // clang sees that the second half of 32 bytes goes back unchanged, and leaves it.
    CHECK_HOST(pieces > 1 || wrong_width(1, 1, bytes) == 0);
    cudaFree(p);
    return 0;
}

SURFACE_CASE(vectors_move_as_a_whole)
{
    CHECK_HOST(check_width<char2>(2) == 0 && check_width<uchar4>(4) == 0);
    CHECK_HOST(check_width<short2>(4) == 0 && check_width<ushort4>(8) == 0);
    CHECK_HOST(check_width<int2>(8) == 0 && check_width<uint4>(16) == 0);
    CHECK_HOST(check_width<float2>(8) == 0 && check_width<float4>(16) == 0);
    CHECK_HOST(check_width<longlong2>(16) == 0 && check_width<double2>(16) == 0);
    CHECK_HOST(check_width<double4>(16) == 0);  // in two halves
    CHECK_HOST(check_width<half2>(4) == 0 && check_width<nv_bfloat162>(4) == 0);
    return 0;
}

SURFACE_CASE(vectors_are_stored_as_a_whole)
{
    float4* p = nullptr;
    cudaMalloc(&p, 160 * sizeof *p);
    emu::take_counters();
    make_vector<<<1, 32>>>(p, 1.0f);
    CHECK_HOST(wrong_width(0, 5, 16) == 0);
    cudaFree(p);
    return 0;
}

}  // namespace
#endif
