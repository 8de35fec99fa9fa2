// In the timed run only the first launch works: its result is still there when the others are timed.
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
    bool done = false;
    return double_on_gpu(x, run, launch, [&](const float* d_x, std::size_t n, float* d_y) {
        if (!done)
            double_all<<<launch.grid, launch.block>>>(d_x, n, d_y);
        done = run.is_timed();
    });
}

}  // namespace

LADDER_VERSION(Planted, 28, "stops after a launch", run);
