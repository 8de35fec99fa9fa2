// vecadd_v1: one block, strides          ./vecadd_v1
//
// Idea: thread t of the block adds elements t, t + blockDim.x, t + 2 blockDim.x, ... Adjacent threads read
// adjacent elements, so that each access of a warp is 128 bytes in one piece.
// Still slow: a block runs on one multiprocessor, and all others of the GPU have nothing to do.
#include "vecadd.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void add(const float* a, const float* b, float* c, std::size_t n)
{
    for (std::size_t i = threadIdx.x; i < n; i += blockDim.x)
        c[i] = a[i] + b[i];
}

Vecadd::Output vecadd(const Vecadd::Input& in, Run& run)
{
    const std::size_t n = in.a.size();
    const Launch launch(add, 1, run.block_size(kBlockSize));

    const auto d_a = run.upload(in.a), d_b = run.upload(in.b), d_c = run.array<float>(n);
    run.kernel(launch, [&] { add<<<launch.grid, launch.block>>>(d_a.data(), d_b.data(), d_c.data(), n); });
    return run.download(d_c);
}

}  // namespace

LADDER_VERSION(Vecadd, 1, "one block, strides", vecadd);
