// Weights in 16 bits, with which v7 searches.
#pragma once

#include "two_minima.cuh"

#include <cmath>
#include <cstddef>

namespace {

using Pair = unsigned;  // two numbers of 16 bits, the first one in the lower half

constexpr unsigned kLargest = 32767;        // a number at most, so that a sum of two has 16 bits
constexpr std::size_t kMostSampled = 1024;  // results from which the scale is taken; of few an eighth
constexpr int kSampleLanes = 128;           // threads for each

// *largest, 0 at first, becomes the largest positive finite one of the sampled results, if there is one. A block for each.
__global__ void sample(const float* __restrict__ rows, const float* __restrict__ columns, unsigned size,
                       unsigned n, int* largest)
{
    __shared__ float least_of_thread[kSampleLanes];
    const int thread = static_cast<int>(threadIdx.x);
    const std::size_t i = std::size_t{blockIdx.x} * 2654435761u % n,  // two large primes
        j = std::size_t{blockIdx.x} * 2246822519u % n;
    float mine = INFINITY;
    for (unsigned k = threadIdx.x; k < n; k += kSampleLanes)
        mine = minimum(mine, rows[i * size + k] + columns[j * size + k]);
    find_least_of_block(mine, thread, least_of_thread);
    if (thread == 0 && least_of_thread[0] > 0 && least_of_thread[0] < INFINITY)
        atomicMax(largest, __float_as_int(least_of_thread[0]));
}

// weight * scale, exactly rounded down, but at most kLargest.
__device__ unsigned rounded_down(float weight, float scale)
{
    return static_cast<unsigned>(__float2int_rd(fminf(__fmul_rd(weight, scale), kLargest)));
}

// pairs = rows in 16 bits; twice = columns in 16 bits, each number in both halves of a word. A thread for two numbers.
__global__ void round_down(const float* __restrict__ rows, const float* __restrict__ columns,
                           std::size_t numbers, const int* largest, Pair* pairs, Pair* twice)
{
    // Few results are more than half as much again as the largest of the sample.
    const float scale = kLargest / (1.5f * __int_as_float(*largest));
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= numbers / 2)
        return;
    const float2 row = reinterpret_cast<const float2*>(rows)[i],
                 column = reinterpret_cast<const float2*>(columns)[i];
    pairs[i] = rounded_down(row.x, scale) | rounded_down(row.y, scale) << 16;
    reinterpret_cast<uint2*>(twice)[i] = {rounded_down(column.x, scale) * 0x10001,
                                          rounded_down(column.y, scale) * 0x10001};
}

}  // namespace
