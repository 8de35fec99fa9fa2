// shortcut_v5: two minima at once          ./shortcut_v5 -n 8192 --no-cpu
//
// Slow in v4: a minimum of floats takes as long as two additions.
// Idea: read floats that are not negative as integers, which have the same order: one instruction of sm_90
// takes the minimum of three integers as fast as of two floats. A block whose sums may be negative or NaN
// does as v4 does: find_least(), in two_minima.cuh, finds the least number of each stripe beforehand.
// Still slow: each number for the stripes passes through a register on its way to shared memory, 4 bytes at a
// time. See v6.
#include "pad_and_transpose.cuh"
#include "shortcut.h"
#include "two_minima.cuh"

#include <cmath>

namespace {

constexpr int kDepth = 32;  // how many k the block has in shared memory at a time
constexpr int kBlocks = 6;  // per multiprocessor, at least: a thread has registers for its loads

// What a block has in shared memory: d[i][k] of its rows i and d[k][j] of its columns j.
struct alignas(16) Stripes {
    float to_k[kDepth][kTile], from_k[kDepth][kTile];
};

// kIntegers: no sum is negative or NaN.
template <bool kIntegers>
__device__ void find_shortcuts_of_block(const float* __restrict__ rows, const float* __restrict__ columns,
                                        unsigned size, unsigned n, Stripes& shared,
                                        float (&least)[kResults][kResults])
{
    const int thread = threadIdx.y * kThreads + threadIdx.x;
    for (unsigned k0 = 0; k0 < n; k0 += kDepth) {
#pragma unroll
        for (unsigned k = 0; k < kDepth; ++k) {
            shared.to_k[k][thread] = columns[std::size_t{k0 + k} * size + thread];
            shared.from_k[k][thread] = rows[std::size_t{k0 + k} * size + thread];
        }
        __syncthreads();

#pragma unroll 4
        for (unsigned k = 0; k < kDepth; k += 2) {
            float to[2][kResults], from[2][kResults];
            for (int next = 0; next < 2; ++next) {
                read(shared.to_k[k + next], threadIdx.y, to[next]);
                read(shared.from_k[k + next], threadIdx.x, from[next]);
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
        __syncthreads();  // before the next numbers overwrite these
    }
}

__global__ void __launch_bounds__(kThreads* kThreads, kBlocks)
    find_shortcuts(const float* __restrict__ rows, const float* __restrict__ columns, unsigned size,
                   const float* least_from, const float* least_to, unsigned n, float* r)
{
    static_assert(kTile % kDepth == 0 && kDepth % 2 == 0, "the last k0 + kDepth must lie within the padding");
    __shared__ Stripes shared;
    const unsigned top = blockIdx.y * kTile, left = blockIdx.x * kTile;

    float least[kResults][kResults];
    for (int y = 0; y < kResults; ++y)
        for (int x = 0; x < kResults; ++x)
            least[y][x] = INFINITY;

    if (least_to[blockIdx.y] + least_from[blockIdx.x] >= 0)  // false if one of them is NaN
        find_shortcuts_of_block<true>(rows + left, columns + top, size, n, shared, least);
    else
        find_shortcuts_of_block<false>(rows + left, columns + top, size, n, shared, least);

    store(least, top, left, n, r);
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

LADDER_VERSION(Shortcut, 5, "two minima at once", shortcut);
