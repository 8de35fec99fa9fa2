// What v5 to v7 share: the results of a block and of a thread, the search for negative numbers, the minimum of
// three, and how a thread reads its numbers and stores its results.
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

// of_thread[0] becomes the minimum of all kThreadsOfBlock numbers, a power of two; thread: 0 to kThreadsOfBlock - 1.
template <int kThreadsOfBlock>
__device__ void find_least_of_block(float mine, int thread, float (&of_thread)[kThreadsOfBlock])
{
    of_thread[thread] = mine;
    __syncthreads();
    for (int half = kThreadsOfBlock / 2; half > 0; half /= 2) {
        if (thread < half)
            of_thread[thread] = minimum(of_thread[thread], of_thread[thread + half]);
        __syncthreads();
    }
}

// least[s] = the minimum of the first n rows of the kTile columns of `matrix` that start at s * kTile.
__global__ void find_least(const float* matrix, unsigned size, unsigned n, float* least)
{
    __shared__ float least_of_thread[kLeastRows * kTile];
    const int thread = threadIdx.y * kTile + threadIdx.x;
    float mine = INFINITY;
    for (unsigned k = threadIdx.y; k < n; k += kLeastRows)
        mine = minimum(mine, matrix[std::size_t{k} * size + blockIdx.x * kTile + threadIdx.x]);
    find_least_of_block(mine, thread, least_of_thread);
    if (thread == 0)
        least[blockIdx.x] = least_of_thread[0];
}

// The least of three floats, none of which is negative or NaN.
__device__ float least_as_integers(float a, float b, float c)
{
    return __int_as_float(min(min(__float_as_int(a), __float_as_int(b)), __float_as_int(c)));
}

// The numbers of a stripe that a thread, 0 to 7, needs: groups of four (16 bytes), kThreads groups apart.
template <typename Number, int kNumbers>
__device__ void read(const Number* stripe, int thread, Number (&numbers)[kNumbers])
{
    struct alignas(16) Group {
        Number numbers[kFour];
    };
    for (int i = 0; i < kNumbers; i += kFour) {
        const Group group = *reinterpret_cast<const Group*>(stripe + i * kThreads + thread * kFour);
        for (int k = 0; k < kFour; ++k)
            numbers[i + k] = group.numbers[k];
    }
}

// The place in the stripe of number i of read().
__device__ unsigned place(int i, int thread)
{
    return i / kFour * kFour * kThreads + thread * kFour + i % kFour;
}

// The results of a thread; the block's tile begins at row `top` and column `left` of r (n x n).
__device__ void store(const float (&least)[kResults][kResults], unsigned top, unsigned left, unsigned n,
                      float* r)
{
    for (int y = 0; y < kResults; ++y)
        for (int x = 0; x < kResults; ++x) {
            const unsigned i = top + place(y, threadIdx.y), j = left + place(x, threadIdx.x);
            if (i < n && j < n)
                r[std::size_t{i} * n + j] = least[y][x];
        }
}

}  // namespace
