// saxpy_v5: halves: whole warps branch          ./saxpy_v5
//
// Slow in v4: nothing more than in v1, but only because the branch was written with care.
// Idea: a branch costs where the lanes of a warp disagree. Here i < n / 2 decides, so that only the warp
// across the border may take both branches. Loads and stores stand in the branches as in v3, and are
// coalesced.
// Still slow: as v1, too few bytes are in flight.
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

    const auto d_x = run.upload(in.x), d_y = run.upload_in_place(in.y);
    run.kernel(launch,
               [&] { add_then_subtract<<<launch.grid, launch.block>>>(n, in.a, d_x.data(), d_y.data()); });
    return run.download(d_y);
}

}  // namespace

LADDER_VERSION(Saxpy, 5, "halves: whole warps branch", saxpy, Saxpy::Task::AddThenSubtract);
