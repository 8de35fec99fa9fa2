// Four numbers at a time, 16 bytes: what v6 to v8 load, scan and store.
#pragma once

#include "scan.h"

#include <type_traits>

template <class T>
using Four = std::conditional_t<std::is_same_v<T, float>, float4, uint4>;

template <class T>
__device__ T sum_of_four(Four<T> v)
{
    return (v.x + v.y) + (v.z + v.w);
}

// The prefix sums of four numbers, where `before` stands before them.
template <class T>
__device__ Four<T> scan_four(Four<T> v, T before, bool exclusive)
{
    const T x = before + v.x, y = x + v.y, z = y + v.z, w = z + v.w;
    return exclusive ? Four<T>{before, x, y, z} : Four<T>{x, y, z, w};
}

// Numbers i to i + 3 of n, with 0 for those past the end.
template <class T>
__device__ Four<T> load_four(const T* v, std::size_t n, std::size_t i)
{
    if (i + 4 <= n)
        return *reinterpret_cast<const Four<T>*>(v + i);
    return {i < n ? v[i] : 0, i + 1 < n ? v[i + 1] : 0, i + 2 < n ? v[i + 2] : 0, 0};
}

template <class T>
__device__ void store_four(T* out, std::size_t n, std::size_t i, Four<T> four)
{
    if (i + 4 <= n) {
        *reinterpret_cast<Four<T>*>(out + i) = four;
    } else {
        if (i < n)
            out[i] = four.x;
        if (i + 1 < n)
            out[i + 1] = four.y;
        if (i + 2 < n)
            out[i + 2] = four.z;
    }
}

// Each lane gets the sum of the values up to its own. (Kogge-Stone, as in v5.)
template <class T>
__device__ T scan_warp(T value)
{
    for (unsigned s = 1; s < 32; s *= 2) {
        const T left = __shfl_up_sync(kAllLanes, value, s);
        if (threadIdx.x % 32 >= s)
            value += left;
    }
    return value;
}

template <class T>
__device__ T sum_of_warp(T value)
{
    for (int lanes = 16; lanes > 0; lanes /= 2)
        value += __shfl_xor_sync(kAllLanes, value, lanes);
    return value;
}

// What stands before each lane's fours in the warp's part, which is kRows rows of 32 fours: before[k] for the
// lane's four of row k. Gives the sum of the part.
template <class T, int kRows>
__device__ T scan_rows(const Four<T> (&v)[kRows], T (&before)[kRows])
{
    T rows = 0;
#pragma unroll
    for (int k = 0; k < kRows; ++k) {
        const T sum = scan_warp(sum_of_four<T>(v[k]));
        const T left = __shfl_up_sync(kAllLanes, sum, 1);
        before[k] = rows + (threadIdx.x % 32 > 0 ? left : 0);
        rows += __shfl_sync(kAllLanes, sum, 31);
    }
    return rows;
}
