// One element is off by one unit, if the first is 1: in the second of several cases.
#include "planted.h"

namespace {

__global__ void double_all(const float* x, std::size_t n, float* y)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 2 * x[i] + (i == n - 1 && x[0] == 1 ? 1.0f : 0.0f);
}

Planted::Output run(const Planted::Input& x, Run& run)
{
    const Launch launch(double_all, ceil_div(x.size(), 256), 256);
    return double_on_gpu(x, run, launch, [&](const float* d_x, std::size_t n, float* d_y) {
        double_all<<<launch.grid, launch.block>>>(d_x, n, d_y);
    });
}

}  // namespace

LADDER_VERSION(Planted, 27, "wrong in the second case", run);
