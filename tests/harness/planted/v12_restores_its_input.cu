// Right: works in place, and brings the callable that restores its input.
#include "planted.h"

namespace {

__global__ void double_in_place(float* x, std::size_t n)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= 2;
}

Planted::Output run(const Planted::Input& x, Run& run)
{
    const Launch launch(double_in_place, ceil_div(x.size(), 256), 256);
    DeviceArray<float> d_x(run, x.size());
    run.upload([&] { d_x.copy_from(x); });
    run.kernel(
        launch, [&] { double_in_place<<<launch.grid, launch.block>>>(d_x.data(), x.size()); },
        [&] { d_x.copy_from(x); });
    Planted::Output y;
    run.download([&] { d_x.copy_to(y); });
    return y;
}

}  // namespace

LADDER_VERSION(Planted, 12, "restores its input", run);
