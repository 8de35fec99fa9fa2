// Launches in a stream that the default stream does not wait for, and leaves the waiting to the harness.
#include "common/device/cuda_check.h"
#include "planted.h"

namespace {

__global__ void double_all(const float* x, std::size_t n, float* y)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 2 * x[i];
}

Planted::Output run(const Planted::Input& x, Run& run)
{
    const Launch launch(double_all, ceil_div(x.size(), 256), 256);
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    auto y = double_on_gpu(x, run, launch, [&](const float* d_x, std::size_t n, float* d_y) {
        double_all<<<launch.grid, launch.block, 0, stream>>>(d_x, n, d_y);
    });
    CUDA_CHECK(cudaStreamDestroy(stream));
    return y;
}

}  // namespace

LADDER_VERSION(Planted, 24, "beside the default stream", run);
