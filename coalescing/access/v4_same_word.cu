// access_v4: one word for the warp          ./access_v4
//
// Slow in v3: a fifth sector. What is the fewest?
// Idea: all lanes of a warp load the same float, the warp's first. One sector moves, and all lanes get the
// word at once: they get more bytes than move, a bus utilisation above 100 %.
// Still slow: a thread still waits for its 4 bytes, so the time hardly falls.
#include "access.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void copy_same_word(const float* in, float* out, std::size_t n)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i / 32 * 32];
}

Access::Output copy(const Access::Input& in, Run& run)
{
    const std::size_t n = in.values.size();
    const int block = run.block_size(kBlockSize);
    const Launch launch(copy_same_word, ceil_div(n, block), block);

    const auto d_in = run.upload(in.values), d_out = run.array<float>(n);
    run.kernel(launch, [&] { copy_same_word<<<launch.grid, launch.block>>>(d_in.data(), d_out.data(), n); });
    return run.download(d_out);
}

}  // namespace

LADDER_VERSION(Access, 4, "one word for the warp", copy, Access::Pattern::SameWord);
