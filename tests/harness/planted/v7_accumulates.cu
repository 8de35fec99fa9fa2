// Right only at the first launch, as long as nobody looks: it adds to what it wrote before.
#include "planted.h"

namespace {

__global__ void double_all(const float* x, std::size_t n, float* y, int launches)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = (launches == 1 ? 0 : y[i]) + 2 * x[i];
}

Planted::Output run(const Planted::Input& x, Run& run)
{
    const Launch launch(double_all, ceil_div(x.size(), 256), 256);
    int launches = 0;
    return double_on_gpu(x, run, launch, [&](const float* d_x, std::size_t n, float* d_y) {
        double_all<<<launch.grid, launch.block>>>(d_x, n, d_y, ++launches);
    });
}

}  // namespace

LADDER_VERSION(Planted, 7, "accumulates", run);
