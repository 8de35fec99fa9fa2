// Lets a kernel outside of what is counted do the work.
//
// exercise: vecadd_bytes
// points: 0
// says: outside of run.kernel
#include "common/device/cuda_check.h"
#include "vecadd.h"

namespace {

__global__ void add(const float* a, const float* b, float* c, std::size_t n)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

__global__ void copy(const float* from, float* to, std::size_t n)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i];
}

Vecadd::Output vecadd(const Vecadd::Input& in, Run& run)
{
    const std::size_t n = in.a.size();
    const Launch launch(add, ceil_div(n, 256), 256);
    const auto d_a = run.upload(in.a), d_b = run.upload(in.b);
    auto d_sum = run.zeros<float>(n), d_c = run.array<float>(n);
    add<<<launch.grid, launch.block>>>(d_a.data(), d_b.data(), d_sum.data(), n);
    CUDA_CHECK(cudaDeviceSynchronize());
    run.kernel(launch, [&] { copy<<<launch.grid, launch.block>>>(d_sum.data(), d_c.data(), n); });
    return run.download(d_c);
}

}  // namespace

LADDER_VERSION(Vecadd, 2, "a thread per element", vecadd);
