// saxpy_branches: solution
//
// All lanes load together, branch on registers only, and store together.
#include "saxpy.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void add_or_subtract(std::size_t n, float a, const float* x, float* y)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float product = a * x[i], old = y[i];
    float result;
    if (i % 2 == 0)
        result = product + old;
    else
        result = product - old;
    y[i] = result;
}

Saxpy::Output saxpy(const Saxpy::Input& in, Run& run)
{
    const std::size_t n = in.y.size();
    const int block = run.block_size(kBlockSize);
    const Launch launch(add_or_subtract, ceil_div(n, block), block);

    const auto d_x = run.upload(in.x), d_y = run.upload_in_place(in.y);
    run.kernel(launch,
               [&] { add_or_subtract<<<launch.grid, launch.block>>>(n, in.a, d_x.data(), d_y.data()); });
    return run.download(d_y);
}

}  // namespace

LADDER_VERSION(Saxpy, 3, "branches load and store", saxpy, Saxpy::Task::AddEvenSubtractOdd);
