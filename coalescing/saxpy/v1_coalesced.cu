// saxpy_v1: thread i, element i          ./saxpy_v1
//
// Idea: the lanes of a warp ask for 32 adjacent floats: 128 bytes, which the memory moves as 4 sectors of 32
// bytes. All bytes that move are used, a bus utilisation of 100 %. That is a coalesced access.
// Still slow: coalesced, and yet 71 % of an H200's peak. v2 to v5 show what branches cost, v6 what is
// missing.
#include "saxpy.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void add(std::size_t n, float a, const float* x, float* y)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

Saxpy::Output saxpy(const Saxpy::Input& in, Run& run)
{
    const std::size_t n = in.y.size();
    const int block = run.block_size(kBlockSize);
    const Launch launch(add, ceil_div(n, block), block);

    const auto d_x = run.upload(in.x), d_y = run.upload_in_place(in.y);
    run.kernel(launch, [&] { add<<<launch.grid, launch.block>>>(n, in.a, d_x.data(), d_y.data()); });
    return run.download(d_y);
}

}  // namespace

LADDER_VERSION(Saxpy, 1, "thread i, element i", saxpy, Saxpy::Task::AddAll);
