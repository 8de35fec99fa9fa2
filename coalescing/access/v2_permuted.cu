// access_v2: the lanes of a warp in another order          ./access_v2
//
// Each warp loads the same 32 floats as in v1, but in reverse: lane 0 the last one, lane 31 the first one.
// Lesson: nothing changes, 4 sectors. What counts is which sectors a request touches, not which lane wants
// which part of them.
// See v3: does it matter where the 32 floats begin?
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

    DeviceArray<float> d_in(run, n), d_out(run, n);
    run.upload([&] { d_in.copy_from(in.values); });
    run.kernel(launch, [&] { copy_permuted<<<launch.grid, launch.block>>>(d_in.data(), d_out.data(), n); });

    Access::Output out;
    run.download([&] { d_out.copy_to(out); });
    return out;
}

}  // namespace

LADDER_VERSION(Access, 2, "permuted within the warp", copy, Access::Pattern::Permuted);
