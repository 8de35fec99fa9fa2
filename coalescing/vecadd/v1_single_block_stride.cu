// vecadd_v1: one block goes through the vectors          ./vecadd_v1
//
// Thread t of the block adds elements t, t + blockDim.x, t + 2 blockDim.x, ... Neighbouring threads read
// neighbouring elements, so that each access of a warp is 128 bytes in one piece.
// Slow: a block runs on one multiprocessor, and all others of the GPU have nothing to do. See v2.
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

    DeviceArray<float> d_a(run, n), d_b(run, n), d_c(run, n);
    run.upload([&] {
        d_a.copy_from(in.a);
        d_b.copy_from(in.b);
    });
    run.kernel(launch, [&] { add<<<launch.grid, launch.block>>>(d_a.data(), d_b.data(), d_c.data(), n); });

    Vecadd::Output c;
    run.download([&] { d_c.copy_to(c); });
    return c;
}

}  // namespace

LADDER_VERSION(Vecadd, 1, "one block, strides", vecadd);
