// shortcut_v1: neighbouring threads, neighbouring rows          ./shortcut_v1
//
// One thread computes one result: it walks along row i and down column j of d, adds, and keeps the minimum. This
// is V0 of the lecture: thread x takes row i, thread y takes column j.
// Slow: the 32 threads of a warp read d[i * n + k] in 32 different rows, n floats apart. The memory moves a
// sector of 32 bytes for each, of which 4 are wanted. See v2.
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

LADDER_VERSION(Shortcut, 1, "threads along rows", shortcut);
