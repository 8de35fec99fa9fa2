// vecadd_grid: solution
//
// Blocks and threads are numbered from 0, so blockIdx.x * blockDim.x threads are in the blocks before this one. The
// grid is rounded up to whole blocks; the threads beyond the last element do nothing.
#include "vecadd.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void add(const float* a, const float* b, float* c, std::size_t n)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

Vecadd::Output vecadd(const Vecadd::Input& in, Run& run)
{
    const std::size_t n = in.a.size();
    const int block = run.block_size(kBlockSize);
    const Launch launch(add, ceil_div(n, block), block);

    const auto d_a = run.upload(in.a), d_b = run.upload(in.b), d_c = run.array<float>(n);
    run.kernel(launch, [&] { add<<<launch.grid, launch.block>>>(d_a.data(), d_b.data(), d_c.data(), n); });
    return run.download(d_c);
}

}  // namespace

LADDER_VERSION(Vecadd, 2, "a thread per element", vecadd);
