// Four floats at a time: what v7 to v12 have in common.
#pragma once

#include <cuda_pipeline.h>

// Four elements from p on, of which `left` exist; zeros for the others. kAligned: all four exist or none, and
// p is aligned to 16 bytes.
template <bool kAligned>
__device__ __forceinline__ float4 load_four(const float* p, long long left)
{
    if constexpr (kAligned)
        return left > 0 ? *reinterpret_cast<const float4*>(p) : float4{0, 0, 0, 0};
    else
        return {left > 0 ? p[0] : 0, left > 1 ? p[1] : 0, left > 2 ? p[2] : 0, left > 3 ? p[3] : 0};
}

// As load_four(), but into shared memory, and without waiting until the elements are there.
template <bool kAligned>
__device__ __forceinline__ void copy_four(float* to, const float* from, long long left)
{
    if constexpr (kAligned)
        __pipeline_memcpy_async(to, from, 16, left > 0 ? 0 : 16);
    else
        for (int i = 0; i < 4; ++i)
            __pipeline_memcpy_async(to + i, from + i, 4, left > i ? 0 : 4);
}

// Stores those of four elements that exist.
template <bool kAligned>
__device__ __forceinline__ void store_four(float* to, const float* four, long long left)
{
    if constexpr (kAligned) {
        if (left > 0)
            *reinterpret_cast<float4*>(to) = {four[0], four[1], four[2], four[3]};
    } else {
        for (int i = 0; i < 4; ++i)
            if (left > i)
                to[i] = four[i];
    }
}

// Reads two pieces of 4 elements, `distance` elements apart in shared memory and aligned to 16 bytes.
__device__ __forceinline__ void read_eight(const float* from, int distance, float (&to)[8])
{
    const float4 p = *reinterpret_cast<const float4*>(from),
                 q = *reinterpret_cast<const float4*>(from + distance);
    to[0] = p.x, to[1] = p.y, to[2] = p.z, to[3] = p.w;
    to[4] = q.x, to[5] = q.y, to[6] = q.z, to[7] = q.w;
}

// One step: sum += column a times row b.
__device__ __forceinline__ void multiply_add(const float (&a)[8], const float (&b)[8], float (&sum)[8][8])
{
    // Down one column and up the next: each multiply-add shares an operand with the one before, which need
    // not be read from the registers again.
#pragma unroll
    for (int j = 0; j < 8; ++j)
#pragma unroll
        for (int down = 0; down < 8; ++down) {
            const int i = j % 2 ? 7 - down : down;
            sum[i][j] += a[i] * b[j];
        }
}
