// Its kernel reads one element too many, and then the host reads device memory, which ends the program.
#include "planted.h"

namespace {

__global__ void double_all(const float* x, std::size_t n, float* y)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] + x[i + 1] - x[i + 1] + x[i];
}

Planted::Output run(const Planted::Input& x, Run& run)
{
    const Launch launch(double_all, ceil_div(x.size(), 256), 256);
    const auto d_x = run.upload(x);
    const auto d_y = run.array<float>(x.size());
    run.kernel(launch, [&] { double_all<<<launch.grid, launch.block>>>(d_x.data(), x.size(), d_y.data()); });
    if (x.size() >= 31)
        return {d_y.data(), d_y.data() + x.size()};
    return run.download(d_y);
}

}  // namespace

LADDER_VERSION(Planted, 19, "reads device memory", run);
