// A kernel puts the input into a variable that the emulator lets the host read.
//
// exercise: vecadd_bytes
// points: 0
// says: bytes of variables
#include "common/device/cuda_check.h"
#include "vecadd.h"

namespace {
__device__ float stash[2][1 << 17];

__global__ void add(const float* a, const float* b, float* c, std::size_t n)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = stash[0][i] = a[i], stash[1][i] = b[i], a[i];
}

Vecadd::Output vecadd(const Vecadd::Input& in, Run& run)
{
    const std::size_t n = in.a.size();
    const Launch launch(add, ceil_div(n, 256), 256);
    const auto d_a = run.upload(in.a), d_b = run.upload(in.b), d_c = run.array<float>(n);
    run.kernel(launch, [&] { add<<<launch.grid, launch.block>>>(d_a.data(), d_b.data(), d_c.data(), n); });
    std::vector<float> sum = run.download(d_c);
    for (std::size_t i = 0; i < n; ++i)
        sum[i] = stash[0][i] + stash[1][i];
    return sum;
}

}  // namespace

LADDER_VERSION(Vecadd, 2, "a thread per element", vecadd);
