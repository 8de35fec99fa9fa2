// access_v3: misaligned by one          ./access_v3
//
// Slow in v2: nothing in its addresses. Does it matter where the 32 floats begin?
// Idea: thread i loads element i + 1 (the last thread the first element, so that every element is copied).
// Still slow: 5 sectors in place of 4, the first and the last used in part; that is the lesson. It costs an
// H200 little: the adjacent warp needs the other part, and finds it in the cache.
#include "access.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void copy_misaligned(const float* in, float* out, std::size_t n)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i + 1 < n ? i + 1 : 0];
}

Access::Output copy(const Access::Input& in, Run& run)
{
    const std::size_t n = in.values.size();
    const int block = run.block_size(kBlockSize);
    const Launch launch(copy_misaligned, ceil_div(n, block), block);

    const auto d_in = run.upload(in.values), d_out = run.array<float>(n);
    run.kernel(launch, [&] { copy_misaligned<<<launch.grid, launch.block>>>(d_in.data(), d_out.data(), n); });
    return run.download(d_out);
}

}  // namespace

LADDER_VERSION(Access, 3, "misaligned by one", copy, Access::Pattern::Misaligned);
