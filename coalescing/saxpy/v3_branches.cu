// saxpy_v3: even elements add, odd ones subtract, each branch for itself          ./saxpy_v3
//
// All elements change, but a warp cannot take both branches at once: first its even lanes load, compute and
// store, while the odd ones wait, then the other way round.
// Lesson: each of the six accesses asks for every second float of the same sectors. So all sectors are asked
// for twice, and half used each time. (A compiler may put the two branches' loads together, since both begin
// with the same ones; nvcc does. The stores remain two.) See v4.
#include "saxpy.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void add_or_subtract(std::size_t n, float a, const float* x, float* y)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
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

LADDER_VERSION(Saxpy, 3, "branches load and store", saxpy, Saxpy::Task::AddEvenSubtractOdd);
