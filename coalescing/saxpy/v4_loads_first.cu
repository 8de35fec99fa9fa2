// saxpy_v4: loads first, one store          ./saxpy_v4
//
// Slow in v3: each branch loads and stores for itself, half of the lanes at a time.
// Idea: all lanes load into registers together, branch on registers, and store together. The requests are
// v1's, 4 sectors each, all used. The lanes diverge for one subtraction only, which the compiler turns into a
// selection.
// Still slow: as v1, too few bytes are in flight. v5 has a branch that needs no such care.
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

LADDER_VERSION(Saxpy, 4, "loads first, one store", saxpy, Saxpy::Task::AddEvenSubtractOdd);
