// vecadd_v2: a thread per element          ./vecadd_v2 -n 256Mi
//
// Slow in v1: one block, so one multiprocessor at work.
// Idea: as many blocks as it takes to give each element a thread of its own; they spread over all
// multiprocessors. The last block may have more threads than elements are left: those must do nothing.
// Still slow: a thread asks for 8 bytes, waits for them and ends. All threads that fit on a multiprocessor
// together do not ask for enough bytes at a time to keep the memory busy. See v3.
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

LADDER_VERSION(Vecadd, 2, "a thread per element", vecadd);
