// shortcut_first_kernel: the cheapest journey with one change         scripts/lab check shortcut_first_kernel
//
// r[i][j] is the minimum over all k of d[i][k] + d[k][j]. Write the kernel: a thread for each result. Blocks
// are 32 threads wide and 8 high; the grid covers n x n results and reaches beyond the edges.
#include "shortcut.h"

#include <cmath>

namespace {

constexpr int kWarp = 32;
constexpr int kBlockSize = 256;

// d, r: (n, n), row-major.
__global__ void find_shortcuts(const float* d, unsigned n, float* r)
{
    // TODO: which i and j has this thread? Write no result beyond the edges. minimum(a, b) is the smaller
    // one of two sums. Replace the line below, which only says that the arguments are not used yet.
    (void)d, (void)n, (void)r;
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
