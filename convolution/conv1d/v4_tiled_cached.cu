// conv1d_v4: a tile in shared memory, the halo through the cache          ./conv1d_v4
//
// Slow in v3: the halos need loads of their own, and a larger tile.
// Idea: load the block's own numbers only, one per thread. The numbers of the halo are the neighbouring
// blocks' own, so they are, or soon will be, in the cache: read them from global memory, at the moment they
// are needed.
// Still slow: each thread asks for 4 bytes, waits at the barrier, and ends: too few bytes are under way.
// And each product needs a load from shared memory. See v5.
#include "common/device/cuda_check.h"
#include "conv1d.h"
#include "convolution/known_width.h"

namespace {

constexpr int kBlockSize = 256;
constexpr int kMaxBlockSize = 1024;

__constant__ float d_mask[kMostMask];

// kWidth: of the mask, if it is one of the common ones that this is compiled for, else 0, and width says
// it. in is zero outside.
template <int kWidth>
__global__ void convolve(const float* in, std::ptrdiff_t n, int width, float* out)
{
    if (kWidth)
        width = kWidth;
    __shared__ float tile[kMaxBlockSize];
    const int tid = threadIdx.x;
    const std::ptrdiff_t i = std::ptrdiff_t{blockIdx.x} * blockDim.x + tid;

    tile[tid] = i < n ? in[i] : 0;
    __syncthreads();

    if (i >= n)
        return;
    float sum = 0;
    for (int j = 0; j < width; ++j) {
        const int t = tid + j - width / 2;
        const std::ptrdiff_t from = i + j - width / 2;
        const bool is_in_tile = t >= 0 && t < static_cast<int>(blockDim.x);
        sum += d_mask[j] * (is_in_tile ? tile[t] : from >= 0 && from < n ? in[from] : 0);
    }
    out[i] = sum;
}

Conv1d::Output conv1d(const Conv1d::Numbers& in, const Conv1d::Mask& mask, Run& run)
{
    const std::size_t n = in.size();
    const int block = run.block_size(kBlockSize);
    const int width = static_cast<int>(mask.size());
    const auto kernel = for_known_width(width, [](auto known) { return convolve<known>; });
    const Launch launch(kernel, ceil_div(n, block), block);

    DeviceArray<float> d_in(run, n), d_out(run, n);
    run.upload([&] {
        d_in.copy_from(in);
        CUDA_CHECK(cudaMemcpyToSymbol(d_mask, mask.data(), mask.size() * sizeof(float)));
    });
    run.kernel(launch, [&] { kernel<<<launch.grid, launch.block>>>(d_in.data(), n, width, d_out.data()); });

    Conv1d::Output out;
    run.download([&] { d_out.copy_to(out); });
    return out;
}

}  // namespace

LADDER_VERSION(Conv1d, 4, "tile, halo through the cache", conv1d);
