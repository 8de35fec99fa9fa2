// access_v6: anywhere          ./access_v6
//
// Thread i loads an element that a hash of i chooses; the loads of a warp have nothing to do with each other.
// (The index is computed and not loaded, so that no other loads than these are counted.)
// Lesson: up to 32 sectors for 32 floats, as with a large stride; and no neighbour, warp or block will want
// the rest of them while a cache holds it.
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

    DeviceArray<float> d_in(run, n), d_out(run, n);
    run.upload([&] { d_in.copy_from(in.values); });
    run.kernel(launch, [&] {
        copy_scattered<<<launch.grid, launch.block>>>(d_in.data(), d_out.data(), n, in.seed);
    });

    Access::Output out;
    run.download([&] { d_out.copy_to(out); });
    return out;
}

}  // namespace

LADDER_VERSION(Access, 6, "scattered", copy, Access::Pattern::Scattered);
