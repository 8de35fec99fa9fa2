// access_reverse: solution
//
// The warp's 32 elements begin at i / 32 * 32. The last warp may have fewer: its last element is n - 1.
#include "access.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void copy_permuted(const float* in, float* out, std::size_t n)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) {
        const std::size_t first = i / 32 * 32, last = min(first + 31, n - 1);
        out[i] = in[first + (last - i)];
    }
}

Access::Output copy(const Access::Input& in, Run& run)
{
    const std::size_t n = in.values.size();
    const int block = run.block_size(kBlockSize);
    const Launch launch(copy_permuted, ceil_div(n, block), block);

    const auto d_in = run.upload(in.values), d_out = run.array<float>(n);
    run.kernel(launch, [&] { copy_permuted<<<launch.grid, launch.block>>>(d_in.data(), d_out.data(), n); });
    return run.download(d_out);
}

}  // namespace

LADDER_VERSION(Access, 2, "permuted within the warp", copy, Access::Pattern::Permuted);
