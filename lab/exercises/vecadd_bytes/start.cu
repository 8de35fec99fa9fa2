// vecadd_bytes: c = a + b with our own device memory and copies. Every call succeeds, the kernel is right, and yet
// most of c is wrong. Find out why, and repair it.
//
// Check it with: scripts/lab check vecadd_bytes
#include "common/device/cuda_check.h"
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

    float *d_a = nullptr, *d_b = nullptr, *d_c = nullptr;
    CUDA_CHECK(cudaMalloc(&d_a, n * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&d_b, n * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&d_c, n * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(d_a, in.a.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_b, in.b.data(), n, cudaMemcpyHostToDevice));

    run.kernel(launch, [&] { add<<<launch.grid, launch.block>>>(d_a, d_b, d_c, n); });

    std::vector<float> c(n);
    CUDA_CHECK(cudaMemcpy(c.data(), d_c, n, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_a));
    CUDA_CHECK(cudaFree(d_b));
    CUDA_CHECK(cudaFree(d_c));
    return c;
}

}  // namespace

LADDER_VERSION(Vecadd, 2, "its own memory and copies", vecadd);
