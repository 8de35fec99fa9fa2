// shortcut_v6: copies ahead of time          ./shortcut_v6 -n 8192 --no-cpu
//
// Slow in v5: a thread loads 64 numbers into registers and stores them, 4 bytes at a time, and waits for them.
// Idea: two pairs of stripes in shared memory. While the block uses one pair, asynchronous copies of 16 bytes
// bring the next one, past the registers. (The loop: async_stripes.cuh.)
// Limit: 48 % of one addition per step, lane and clock (n = 8192, H200); the registers, whose two banks give one
// number per clock each, allow no more in the order in which the compiler uses them.
#include "async_stripes.cuh"
#include "pad_and_transpose.cuh"
#include "shortcut.h"

#include <cmath>

namespace {

constexpr int kBlocks = 6;  // per multiprocessor, at least

__global__ void __launch_bounds__(kThreads* kThreads, kBlocks)
    find_shortcuts(const float* __restrict__ rows, const float* __restrict__ columns, unsigned size,
                   const float* least_from, const float* least_to, unsigned n, float* r)
{
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

LADDER_VERSION(Shortcut, 6, "copies ahead of time", shortcut);
