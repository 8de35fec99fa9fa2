// shortcut_v1: threads along rows          ./shortcut_v1
//
// Idea: start a thread for each result r[i][j], which walks along row i and down column j of d. Adjacent
// threads compute adjacent rows.
// Still slow: the lanes of a warp read d[i][k] in 32 rows, n floats apart. The memory moves a sector of 32
// bytes for each, of which 4 are needed. See v2.
#include "shortcut.h"

#include <cmath>

namespace {

constexpr int kWarp = 32;
constexpr int kBlockSize = 256;

__global__ void find_shortcuts(const float* d, unsigned n, float* r)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned j = blockIdx.y * blockDim.y + threadIdx.y;
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

LADDER_VERSION(Shortcut, 1, "threads along rows", shortcut);
