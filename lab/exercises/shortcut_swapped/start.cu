// shortcut_swapped: find what is wrong with this kernel          scripts/lab check shortcut_swapped
//
// Each thread computes 8 x 8 results in registers. All results are there, but many are in the wrong place.
// Find the mistake and repair it. One line is enough.
#include "pad_and_transpose.cuh"
#include "shortcut.h"

#include <cmath>

namespace {

constexpr int kThreads = 8;                 // along each side of a block
constexpr int kResults = 8;                 // of a thread, along each side
constexpr int kTile = kThreads * kResults;  // results of a block, along each side

__global__ void __launch_bounds__(kThreads* kThreads)
    find_shortcuts(const float* rows, const float* columns, unsigned size, unsigned n, float* r)
{
    const unsigned i0 = blockIdx.y * kTile + threadIdx.y;
    const unsigned j0 = blockIdx.x * kTile + threadIdx.x;

    float least[kResults][kResults];
    for (int y = 0; y < kResults; ++y)
        for (int x = 0; x < kResults; ++x)
            least[y][x] = INFINITY;

    for (unsigned k = 0; k < n; ++k) {
        float to_k[kResults], from_k[kResults];  // d[i][k] of the thread's rows i, d[k][j] of its columns j
        for (int y = 0; y < kResults; ++y)
            to_k[y] = columns[std::size_t{k} * size + i0 + y * kThreads];
        for (int x = 0; x < kResults; ++x)
            from_k[x] = rows[std::size_t{k} * size + j0 + x * kThreads];
        for (int y = 0; y < kResults; ++y)
            for (int x = 0; x < kResults; ++x)
                least[y][x] = minimum(least[y][x], to_k[y] + from_k[x]);
    }

    for (int y = 0; y < kResults; ++y)
        for (int x = 0; x < kResults; ++x) {
            const unsigned i = i0 + y * kThreads, j = j0 + x * kThreads;
            if (i < n && j < n)
                r[std::size_t{i} * n + j] = least[x][y];
        }
}

Shortcut::Output shortcut(const Shortcut::Input& in, Run& run)
{
    const std::size_t n = in.n;
    run.require_block(kThreads * kThreads);
    const std::size_t size = ceil_div(n, kTile) * kTile;
    const Launch prepare = padding_launch(size);
    const Launch launch(find_shortcuts, grid_of_tiles(n, n, kTile, kTile), {kThreads, kThreads});

    const auto d_d = run.upload(in.d), d_r = run.array<float>(n * n);
    const auto d_rows = run.array<float>(size * size), d_columns = run.array<float>(size * size);
    run.kernel({prepare, launch}, [&] {
        pad_and_transpose<<<prepare.grid, prepare.block>>>(d_d.data(), n, d_rows.data(), d_columns.data(),
                                                           size);
        find_shortcuts<<<launch.grid, launch.block>>>(d_rows.data(), d_columns.data(), size, n, d_r.data());
    });
    return run.download(d_r);
}

}  // namespace

LADDER_VERSION(Shortcut, 3, "8 x 8 results per thread", shortcut);
