// access_v6: scattered          ./access_v6
//
// Slow in v5: up to 32 sectors for 32 floats. Is there a worse pattern?
// Idea: thread i loads an element that a hash of i chooses; it is computed, so that no other loads are
// counted.
// Still slow: 32 sectors as in v5, and slower: no other lane, warp or block asks for the rest of a sector
// while a cache still holds it. That is the lesson.
#include "access.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void copy_scattered(const float* in, float* out, std::size_t n, std::uint64_t seed)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[scattered_index(i, n, seed)];
}

Access::Output copy(const Access::Input& in, Run& run)
{
    const std::size_t n = in.values.size();
    const int block = run.block_size(kBlockSize);
    const Launch launch(copy_scattered, ceil_div(n, block), block);

    const auto d_in = run.upload(in.values), d_out = run.array<float>(n);
    run.kernel(launch,
               [&] { copy_scattered<<<launch.grid, launch.block>>>(d_in.data(), d_out.data(), n, in.seed); });
    return run.download(d_out);
}

}  // namespace

LADDER_VERSION(Access, 6, "scattered", copy, Access::Pattern::Scattered);
