// saxpy_fours: y = a x + y with four elements per thread, loaded and stored as one float4. n need not be a multiple
// of four.
//
// Check it with: scripts/lab check saxpy_fours
#include "saxpy.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void add_fours(std::size_t n, float a, const float* x, float* y)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    // TODO: four elements per thread as a float4, and the last elements, fewer than four
    if (i < n)
        y[i] = a * x[i] + y[i];
}

Saxpy::Output saxpy(const Saxpy::Input& in, Run& run)
{
    const std::size_t n = in.y.size();
    const int block = run.block_size(kBlockSize);
    const Launch launch(add_fours, ceil_div(n / 4 + n % 4, block), block);

    const auto d_x = run.upload(in.x), d_y = run.upload_in_place(in.y);
    run.kernel(launch, [&] { add_fours<<<launch.grid, launch.block>>>(n, in.a, d_x.data(), d_y.data()); });
    return run.download(d_y);
}

}  // namespace

LADDER_VERSION(Saxpy, 6, "v1 with 16-byte loads", saxpy, Saxpy::Task::AddAll);
