// saxpy_v4: loads before the branch, the store after it          ./saxpy_v4
//
// Slow in v3: each branch loads and stores for itself, half of the lanes at a time.
// Idea: all lanes load together into registers, branch on registers, and store together. The memory sees v1's
// requests: 4 sectors each, 100 % used. The lanes still diverge, but for one subtraction only, and the
// compiler turns so short a branch into a selection.
// See v5 for a branch that needs no such care.
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

    DeviceArray<float> d_x(run, n), d_y(run, n), d_y_before(run, n);
    run.upload([&] {
        d_x.copy_from(in.x);
        d_y_before.copy_from(in.y);
    });
    const auto restore = [&] { d_y.copy_from(d_y_before); };  // the kernel changes y
    restore();
    run.kernel(
        launch, [&] { add_or_subtract<<<launch.grid, launch.block>>>(n, in.a, d_x.data(), d_y.data()); },
        restore);

    Saxpy::Output y;
    run.download([&] { d_y.copy_to(y); });
    return y;
}

}  // namespace

LADDER_VERSION(Saxpy, 4, "loads first, one store", saxpy, Saxpy::Task::AddEvenSubtractOdd);
