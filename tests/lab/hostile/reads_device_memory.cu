// The host reads device memory by memcpy().
//
// exercise: vecadd_bytes
// points: 0
// says: signal 11
#include "common/device/cuda_check.h"
#include "vecadd.h"

#include <cstring>

namespace {

__global__ void add(const float*, const float* b, float* c, std::size_t n)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = b[i];
}

Vecadd::Output vecadd(const Vecadd::Input& in, Run& run)
{
    const std::size_t n = in.a.size();
    const Launch launch(add, ceil_div(n, 256), 256);
    std::vector<float> sum(n), x(n), y(n);
    {
        const auto d_x = run.upload(in.a), d_y = run.upload(in.b);
        std::memcpy(x.data(), d_x.data(), n * sizeof(float));
        std::memcpy(y.data(), d_y.data(), n * sizeof(float));
    }
    for (std::size_t i = 0; i < n; ++i)
        sum[i] = x[i] + y[i];
    const auto d_a = run.upload(in.a), d_b = run.upload(sum), d_c = run.array<float>(n);
    run.kernel(launch, [&] { add<<<launch.grid, launch.block>>>(d_a.data(), d_b.data(), d_c.data(), n); });
    return run.download(d_c);
}

}  // namespace

LADDER_VERSION(Vecadd, 2, "a thread per element", vecadd);
