// What v6 and v7 share: a tile of the result as v6 computes it.
#pragma once

#include "two_minima.cuh"

#include <cuda_pipeline.h>

#include <cmath>

namespace {

constexpr int kDepth = 32;  // how many k the block has in shared memory at a time
constexpr int kPairs = 2;   // of stripes in shared memory: one is used while copies fill the other

static_assert(kTile % kDepth == 0 && kDepth % 2 == 0, "the last k0 + kDepth must lie within the padding");

// What a block has in shared memory, kPairs times: d[i][k] of its rows i and d[k][j] of its columns j.
struct alignas(16) Stripes {
    float to_k[kDepth][kTile], from_k[kDepth][kTile];
};

// kDepth rows of a padded matrix, from `row` on, are on their way to a stripe.
template <typename Number, int kLength>
__device__ void copy_stripe(const Number* row, unsigned size, Number (&stripe)[kDepth][kLength])
{
    constexpr int kThreadsPerRow = kLength / kFour, kRows = kThreads * kThreads / kThreadsPerRow;
    static_assert(kDepth % kRows == 0 && kFour * sizeof(Number) == sizeof(float4));
    const int thread = threadIdx.y * kThreads + threadIdx.x;
    const int first = thread / kThreadsPerRow, j = thread % kThreadsPerRow * kFour;
#pragma unroll
    for (int k = 0; k < kDepth; k += kRows)
        __pipeline_memcpy_async(&stripe[first + k][j], row + std::size_t(first + k) * size + j,
                                sizeof(float4));
}

// kIntegers: no sum is negative or NaN.
template <bool kIntegers>
__device__ void find_shortcuts_of_block(const float* __restrict__ rows, const float* __restrict__ columns,
                                        unsigned size, unsigned n, Stripes (&shared)[kPairs],
                                        float (&least)[kResults][kResults])
{
    const auto copy_pair = [&](unsigned k0) {
        Stripes& to = shared[k0 / kDepth % kPairs];
        if (k0 < n) {
            copy_stripe(columns + std::size_t{k0} * size, size, to.to_k);
            copy_stripe(rows + std::size_t{k0} * size, size, to.from_k);
        }
        __pipeline_commit();
    };
    copy_pair(0);

    for (unsigned k0 = 0; k0 < n; k0 += kDepth) {
        __pipeline_wait_prior(0);
        __syncthreads();  // all threads have copied this pair, and have read the previous one
        copy_pair(k0 + kDepth);

        const Stripes& pair = shared[k0 / kDepth % kPairs];
#pragma unroll 4
        for (unsigned k = 0; k < kDepth; k += 2) {
            float to[2][kResults], from[2][kResults];
            for (int next = 0; next < 2; ++next) {
                read(pair.to_k[k + next], threadIdx.y, to[next]);
                read(pair.from_k[k + next], threadIdx.x, from[next]);
            }
            for (int y = 0; y < kResults; ++y)
                for (int x = 0; x < kResults; ++x) {
                    const float a = to[0][y] + from[0][x], b = to[1][y] + from[1][x];
                    if constexpr (kIntegers)
                        least[y][x] = least_as_integers(least[y][x], a, b);
                    else
                        least[y][x] = minimum(minimum(least[y][x], a), b);
                }
        }
    }
}

}  // namespace
