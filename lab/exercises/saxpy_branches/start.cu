// saxpy_branches: y = a x + y where i is even, y = a x - y where i is odd. The kernel is right, but each branch loads
// and stores for itself. Move every sector once.
//
// Check it with: scripts/lab check saxpy_branches
#include "saxpy.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void add_or_subtract(std::size_t n, float a, const float* x, float* y)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    // TODO: load and store with all lanes together
    if (i % 2 == 0)
        y[i] = a * x[i] + y[i];
    else
        y[i] = a * x[i] - y[i];
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
