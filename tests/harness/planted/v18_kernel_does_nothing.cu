// Launches a kernel that stores nothing: the host computes the result.
#include "planted.h"

namespace {

__global__ void double_all(const float* x, std::size_t n, float* y)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n && x[i] < 0)
        y[i] = 2 * x[i];
}

Planted::Output run(const Planted::Input& x, Run& run)
{
    const Launch launch(double_all, ceil_div(x.size(), 256), 256);
    double_on_gpu(x, run, launch, [&](const float* d_x, std::size_t n, float* d_y) {
        double_all<<<launch.grid, launch.block>>>(d_x, n, d_y);
    });
    Planted::Output y;
    for (const float value : x)
        y.push_back(2 * value);
    return y;
}

}  // namespace

LADDER_VERSION(Planted, 18, "kernel does nothing", run);
