// access_v1: aligned          ./access_v1
//
// Idea: lane by lane, from an aligned address. Memory moves in sectors of 32 bytes; the 32 lanes of a warp
// ask for 32 adjacent floats from a multiple of 128: 4 sectors, all of them used.
// Still slow: 4 bytes per thread in flight are too few to keep the memory busy. v2 to v6 change the addresses
// alone.
#include "access.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void copy_aligned(const float* in, float* out, std::size_t n)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i];
}

Access::Output copy(const Access::Input& in, Run& run)
{
    const std::size_t n = in.values.size();
    const int block = run.block_size(kBlockSize);
    const Launch launch(copy_aligned, ceil_div(n, block), block);

    const auto d_in = run.upload(in.values), d_out = run.array<float>(n);
    run.kernel(launch, [&] { copy_aligned<<<launch.grid, launch.block>>>(d_in.data(), d_out.data(), n); });
    return run.download(d_out);
}

}  // namespace

LADDER_VERSION(Access, 1, "aligned", copy, Access::Pattern::Aligned);
