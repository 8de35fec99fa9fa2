// shortcut_v6: copies ahead of time          ./shortcut_v6 -n 8192 --no-cpu
//
// Slow in v5: a thread loads 64 numbers into registers and stores them, 4 bytes at a time, and waits for them.
// Idea: two pairs of stripes in shared memory. While the block uses one pair, asynchronous copies of 16 bytes
// bring the next one, past the registers.
// Limit: 48 % of one addition per step, lane and clock (n = 8192, H200); the registers, whose two banks give one
// number per clock each, allow no more in the order in which the compiler uses them.
#include "pad_and_transpose.cuh"
#include "shortcut.h"
#include "two_minima.cuh"

#include <cuda_pipeline.h>

#include <cmath>

namespace {

constexpr int kDepth = 32;  // how many k the block has in shared memory at a time
constexpr int kBlocks = 6;  // per multiprocessor, at least
constexpr int kPairs = 2;   // of stripes in shared memory: one is used while copies fill the other

// What a block has in shared memory, kPairs times: d[i][k] of its rows i and d[k][j] of its columns j.
struct alignas(16) Stripes {
    float to_k[kDepth][kTile], from_k[kDepth][kTile];
};

// kDepth rows of a padded matrix, from `row` on, are on their way to a stripe.
__device__ void copy_stripe(const float* row, unsigned size, float (&stripe)[kDepth][kTile])
{
    constexpr int kThreadsPerRow = kTile / kFour, kRows = kThreads * kThreads / kThreadsPerRow;
    static_assert(kDepth % kRows == 0);
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
        __syncthreads();  // all threads have copied this pair, and have read the last one
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

__global__ void __launch_bounds__(kThreads* kThreads, kBlocks)
    find_shortcuts(const float* __restrict__ rows, const float* __restrict__ columns, unsigned size,
                   const float* least_from, const float* least_to, unsigned n, float* r)
{
    static_assert(kTile % kDepth == 0 && kDepth % 2 == 0, "the last k0 + kDepth must lie within the padding");
    __shared__ Stripes shared[kPairs];
    const unsigned top = blockIdx.y * kTile, left = blockIdx.x * kTile;

    float least[kResults][kResults];
    for (int y = 0; y < kResults; ++y)
        for (int x = 0; x < kResults; ++x)
            least[y][x] = INFINITY;

    if (least_to[blockIdx.y] + least_from[blockIdx.x] >= 0)  // false if one of them is NaN
        find_shortcuts_of_block<true>(rows + left, columns + top, size, n, shared, least);
    else
        find_shortcuts_of_block<false>(rows + left, columns + top, size, n, shared, least);

    for (int y = 0; y < kResults; ++y)
        for (int x = 0; x < kResults; ++x) {
            const unsigned i = top + place(y, threadIdx.y), j = left + place(x, threadIdx.x);
            if (i < n && j < n)
                r[std::size_t{i} * n + j] = least[y][x];
        }
}

Shortcut::Output shortcut(const Shortcut::Input& in, Run& run)
{
    const std::size_t n = in.n;
    run.require_block(kThreads * kThreads);
    const std::size_t tiles = ceil_div(n, kTile), size = tiles * kTile;
    const Launch prepare = padding_launch(size);
    const Launch look(find_least, static_cast<unsigned>(tiles), {kTile, kLeastRows});
    const Launch launch(find_shortcuts, grid_of_tiles(n, n, kTile, kTile), {kThreads, kThreads});

    const auto d_d = run.upload(in.d), d_r = run.array<float>(n * n);
    const auto d_rows = run.array<float>(size * size), d_columns = run.array<float>(size * size);
    const auto d_least_from = run.array<float>(tiles), d_least_to = run.array<float>(tiles);
    run.kernel({prepare, look, look, launch}, [&] {
        pad_and_transpose<<<prepare.grid, prepare.block>>>(d_d.data(), n, d_rows.data(), d_columns.data(),
                                                           size);
        find_least<<<look.grid, look.block>>>(d_rows.data(), size, n, d_least_from.data());
        find_least<<<look.grid, look.block>>>(d_columns.data(), size, n, d_least_to.data());
        find_shortcuts<<<launch.grid, launch.block>>>(d_rows.data(), d_columns.data(), size,
                                                      d_least_from.data(), d_least_to.data(), n, d_r.data());
    });
    return run.download(d_r);
}

}  // namespace

LADDER_VERSION(Shortcut, 6, "copies ahead of time", shortcut);
