// shortcut_v2: threads along columns          ./shortcut_v2
//
// Slow in v1: the lanes of a warp read 32 rows of d, so 32 sectors move for 32 numbers.
// Idea: let adjacent threads compute adjacent columns. The lanes of a warp then read adjacent numbers
// d[k][j], in 4 sectors, and all of them the same number d[i][k].
// Still slow: each addition and minimum needs two loads, and each number of d is loaded 2 n times. See v3.
#include "shortcut.h"

#include <cmath>

namespace {

constexpr int kWarp = 32;
constexpr int kBlockSize = 256;

__global__ void find_shortcuts(const float* d, unsigned n, float* r)
{
    const unsigned j = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n)
        return;

    float least = INFINITY;
    for (unsigned k = 0; k < n; ++k)
        least = minimum(least, d[std::size_t{i} * n + k] + d[std::size_t{k} * n + j]);
    r[std::size_t{i} * n + j] = least;
}

Shortcut::Output shortcut(const Shortcut::Input& in, Run& run)
{
    const std::size_t n = in.n;
    const dim3 block(kWarp, run.block_size(kBlockSize, BlockRule::warps) / kWarp);
    const Launch launch(find_shortcuts, grid_of_tiles(n, n, block.x, block.y), block);

    const auto d_d = run.upload(in.d), d_r = run.array<float>(n * n);
    run.kernel(launch, [&] { find_shortcuts<<<launch.grid, launch.block>>>(d_d.data(), n, d_r.data()); });
    return run.download(d_r);
}

}  // namespace

LADDER_VERSION(Shortcut, 2, "threads along columns", shortcut);
