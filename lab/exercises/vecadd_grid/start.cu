// vecadd_grid: add two vectors, c = a + b, with one thread per element.
//
// Check it with: scripts/lab check vecadd_grid
#include "vecadd.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void add(const float* a, const float* b, float* c, std::size_t n)
{
    const std::size_t i = threadIdx.x;  // TODO: the number of this thread in the whole grid
    if (i < n)
        c[i] = a[i] + b[i];
}

Vecadd::Output vecadd(const Vecadd::Input& in, Run& run)
{
    const std::size_t n = in.a.size();
    const int block = run.block_size(kBlockSize);
    const Launch launch(add, 1, block);  // TODO: enough blocks for n elements, and no more

    const auto d_a = run.upload(in.a), d_b = run.upload(in.b), d_c = run.array<float>(n);
    run.kernel(launch, [&] { add<<<launch.grid, launch.block>>>(d_a.data(), d_b.data(), d_c.data(), n); });
    return run.download(d_c);
}

}  // namespace

LADDER_VERSION(Vecadd, 2, "a thread per element", vecadd);
