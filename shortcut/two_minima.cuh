// What v5 to v7 share: the results of a block and of a thread, the search for negative numbers, the minimum of
// three, and how a thread reads its numbers.
#pragma once

#include "minimum.h"

#include <cuda_runtime.h>

#include <cmath>
#include <cstddef>

namespace {

constexpr int kThreads = 8;                 // along each side of a block
constexpr int kResults = 8;                 // of a thread, along each side
constexpr int kTile = kThreads * kResults;  // results of a block, along each side
constexpr int kFour = 4;                    // numbers in 16 bytes
constexpr int kLeastRows = 16;              // rows of threads in a block of find_least()

// least[s] = the minimum of the first n rows of the kTile columns of `matrix` that start at s * kTile.
__global__ void find_least(const float* matrix, unsigned size, unsigned n, float* least)
{
    __shared__ float least_of_thread[kLeastRows * kTile];
    const int thread = threadIdx.y * kTile + threadIdx.x;
    float mine = INFINITY;
    for (unsigned k = threadIdx.y; k < n; k += kLeastRows)
        mine = minimum(mine, matrix[std::size_t{k} * size + blockIdx.x * kTile + threadIdx.x]);
    least_of_thread[thread] = mine;
    __syncthreads();

    for (int half = kLeastRows * kTile / 2; half > 0; half /= 2) {
        if (thread < half)
            least_of_thread[thread] = minimum(least_of_thread[thread], least_of_thread[thread + half]);
        __syncthreads();
    }
    if (thread == 0)
        least[blockIdx.x] = least_of_thread[0];
}

// The least of three floats, none of which is negative or NaN.
__device__ float least_as_integers(float a, float b, float c)
{
    return __int_as_float(min(min(__float_as_int(a), __float_as_int(b)), __float_as_int(c)));
}

// The kResults numbers of a stripe that a thread, 0 to 7, needs: groups of four, kThreads groups apart.
__device__ void read(const float* stripe, int thread, float (&numbers)[kResults])
{
    for (int i = 0; i < kResults; i += kFour) {
        const float4 four = *reinterpret_cast<const float4*>(stripe + i * kThreads + thread * kFour);
        numbers[i] = four.x;
        numbers[i + 1] = four.y;
        numbers[i + 2] = four.z;
        numbers[i + 3] = four.w;
    }
}

// The place in the stripe of number i of read().
__device__ unsigned place(int i, int thread)
{
    return i / kFour * kFour * kThreads + thread * kFour + i % kFour;
}

}  // namespace
