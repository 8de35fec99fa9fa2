// access_v3: one element further on          ./access_v3
//
// Thread i loads element i + 1 (the last one the first, so that every element is copied). The 32 floats of a
// warp are neighbours as in v1, but they begin 4 bytes behind the start of a sector.
// Lesson: 5 sectors in place of 4, of which the first and the last are used in part. The part not used is what
// the neighbouring warp needs, and a cache may still hold it then.
// See v4 for the fewest sectors of all.
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

    DeviceArray<float> d_in(run, n), d_out(run, n);
    run.upload([&] { d_in.copy_from(in.values); });
    run.kernel(launch,
                 [&] { copy_misaligned<<<launch.grid, launch.block>>>(d_in.data(), d_out.data(), n); });

    Access::Output out;
    run.download([&] { d_out.copy_to(out); });
    return out;
}

}  // namespace

LADDER_VERSION(Access, 3, "misaligned by one", copy, Access::Pattern::Misaligned);
