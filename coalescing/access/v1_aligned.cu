// access_v1: lane by lane, from an aligned address          ./access_v1
//
// Memory moves in sectors of 32 bytes. The 32 lanes of a warp ask for 32 neighbouring floats, from an address
// that is a multiple of 128: 4 sectors, all of them used.
// See v2: does the order of the lanes matter?
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

    DeviceArray<float> d_in(run, n), d_out(run, n);
    run.upload([&] { d_in.copy_from(in.values); });
    run.kernel(launch, [&] { copy_aligned<<<launch.grid, launch.block>>>(d_in.data(), d_out.data(), n); });

    Access::Output out;
    run.download([&] { d_out.copy_to(out); });
    return out;
}

}  // namespace

LADDER_VERSION(Access, 1, "aligned", copy, Access::Pattern::Aligned);
