// saxpy_v5: the first half adds, the second half subtracts          ./saxpy_v5
//
// A branch costs nothing by itself: it costs where lanes of one warp disagree.
// Idea: if the problem lets us choose, let whole warps take one branch. Here i < n / 2 decides, and only the
// warp across the border, if there is one, goes both ways. Loads and stores may stand in the branches, as in
// v3, and are coalesced all the same.
// Still slow: see v6 for what v1, too, leaves unused.
#include "saxpy.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void add_then_subtract(std::size_t n, float a, const float* x, float* y)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (i < n / 2)
        y[i] = a * x[i] + y[i];
    else
        y[i] = a * x[i] - y[i];
}

Saxpy::Output saxpy(const Saxpy::Input& in, Run& run)
{
    const std::size_t n = in.y.size();
    const int block = run.block_size(kBlockSize);
    const Launch launch(add_then_subtract, ceil_div(n, block), block);

    DeviceArray<float> d_x(run, n), d_y(run, n), d_y_before(run, n);
    run.upload([&] {
        d_x.copy_from(in.x);
        d_y_before.copy_from(in.y);
    });
    const auto restore = [&] { d_y.copy_from(d_y_before); };  // the kernel changes y
    restore();
    run.kernel(
        launch, [&] { add_then_subtract<<<launch.grid, launch.block>>>(n, in.a, d_x.data(), d_y.data()); },
        restore);

    Saxpy::Output y;
    run.download([&] { d_y.copy_to(y); });
    return y;
}

}  // namespace

LADDER_VERSION(Saxpy, 5, "halves: whole warps branch", saxpy, Saxpy::Task::AddThenSubtract);
