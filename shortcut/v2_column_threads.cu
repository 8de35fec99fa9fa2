// shortcut_v2: neighbouring threads, neighbouring columns          ./shortcut_v2
//
// Slow in v1: each thread of a warp reads another row, so 32 sectors move for 32 numbers.
// Idea: exchange the two lines that say which result a thread computes. The 32 threads of a warp now read
// d[k * n + j] side by side, in 4 sectors, and d[i * n + k] is the same number for all of them.
// Still slow: two loads for each addition and minimum, and every number of d is asked for 2 n times. See v3.
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

Shortcut::Output shortcut(const Shortcut::Matrix& d, std::size_t n, Run& run)
{
    const dim3 block(kWarp, run.block_size(kBlockSize, BlockRule::warps) / kWarp);
    const Launch launch(find_shortcuts, grid_of(n, block.x, block.y), block);

    DeviceArray<float> d_d(run, n * n), d_r(run, n * n);
    run.upload([&] { d_d.copy_from(d); });
    run.kernel(launch, [&] { find_shortcuts<<<launch.grid, launch.block>>>(d_d.data(), n, d_r.data()); });

    Shortcut::Output r;
    run.download([&] { d_r.copy_to(r); });
    return r;
}

}  // namespace

LADDER_VERSION(Shortcut, 2, "threads along columns", shortcut);
