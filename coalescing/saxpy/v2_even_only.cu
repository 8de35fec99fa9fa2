// saxpy_v2: only even elements          ./saxpy_v2
//
// Slow in v1: nothing yet. What if only elements 0, 2, 4, ... are needed, half of the work?
// Idea: threads with an odd i do nothing.
// Still slow: v1's time for half of its work, and that is the lesson. The sectors that hold the even elements
// hold the odd ones, too: all bytes move as in v1, and half of them are used.
#include "saxpy.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void add_even(std::size_t n, float a, const float* x, float* y)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n && i % 2 == 0)
        y[i] = a * x[i] + y[i];
}

Saxpy::Output saxpy(const Saxpy::Input& in, Run& run)
{
    const std::size_t n = in.y.size();
    const int block = run.block_size(kBlockSize);
    const Launch launch(add_even, ceil_div(n, block), block);
    const auto evens = static_cast<double>(ceil_div(n, 2));
    run.work({.bytes = 3 * sizeof(float) * evens, .operations = 2 * evens});

    const auto d_x = run.upload(in.x), d_y = run.upload_in_place(in.y);
    run.kernel(launch, [&] { add_even<<<launch.grid, launch.block>>>(n, in.a, d_x.data(), d_y.data()); });
    return run.download(d_y);
}

}  // namespace

LADDER_VERSION(Saxpy, 2, "only even elements", saxpy, Saxpy::Task::AddEven);
