// Right: works in place, and says so.
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
    const auto d_x = run.upload_in_place(x);
    run.kernel(launch, [&] { double_in_place<<<launch.grid, launch.block>>>(d_x.data(), x.size()); });
    return run.download(d_x);
}

}  // namespace

LADDER_VERSION(Planted, 12, "works in place", run);
