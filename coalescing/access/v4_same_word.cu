// access_v4: one word for all lanes          ./access_v4
//
// All lanes of a warp load the same float, the warp's first.
// Lesson: one sector; the word is handed to all lanes at once. The bus utilisation is above 100 %: the lanes
// get more bytes than move.
// See v5 for neighbouring lanes that do not want neighbours.
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

    DeviceArray<float> d_in(run, n), d_out(run, n);
    run.upload([&] { d_in.copy_from(in.values); });
    run.kernel(launch,
                 [&] { copy_same_word<<<launch.grid, launch.block>>>(d_in.data(), d_out.data(), n); });

    Access::Output out;
    run.download([&] { d_out.copy_to(out); });
    return out;
}

}  // namespace

LADDER_VERSION(Access, 4, "one word for the warp", copy, Access::Pattern::SameWord);
