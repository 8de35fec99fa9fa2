// saxpy_v3: branches load and store          ./saxpy_v3
//
// Slow in v2: half of the threads have no work. Now the odd ones get some: they subtract.
// Idea: two branches. A warp takes one after the other: first its even lanes load, compute and store, then
// the odd.
// Still slow: slower than v1, and that is the lesson. Each branch asks for all sectors and uses half of each,
// so all are asked for twice. (nvcc moves the loads, which both branches begin with, before the branch: two
// stores remain.)
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

    const auto d_x = run.upload(in.x), d_y = run.upload_in_place(in.y);
    run.kernel(launch,
               [&] { add_or_subtract<<<launch.grid, launch.block>>>(n, in.a, d_x.data(), d_y.data()); });
    return run.download(d_y);
}

}  // namespace

LADDER_VERSION(Saxpy, 3, "branches load and store", saxpy, Saxpy::Task::AddEvenSubtractOdd);
