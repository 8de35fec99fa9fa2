// conv1d_tile: load a tile and its halos into shared memory          scripts/lab check conv1d_tile
//
// Each block needs its own numbers and half a mask more on either side, the halos. Write the part that loads
// all of them into the array tile. The part that adds up the products is there.
#include "common/device/cuda_check.h"
#include "conv1d.h"
#include "convolution/known_width.h"

namespace {

constexpr int kBlockSize = 256;
constexpr int kMaxBlockSize = 1024;

__constant__ float d_mask[kMostMask];

// kWidth: the mask's width if it is known at compile time, or 0: run-time width. in is zero outside.
template <int kWidth>
__global__ void convolve(const float* in, std::ptrdiff_t n, int width, float* out)
{
    if (kWidth)
        width = kWidth;
    __shared__ float tile[kMaxBlockSize + kMostMask - 1];
    const int tid = threadIdx.x;
    const std::ptrdiff_t i = std::ptrdiff_t{blockIdx.x} * blockDim.x + tid;

    // tile[t] is number first + t: the left halo, the block's own numbers, the right halo.
    const std::ptrdiff_t first = i - tid - width / 2;
    // TODO: load tile[0] to tile[blockDim.x + width - 2]. Numbers outside of in are 0. The mask may be wider
    // than the block.
    (void)first, (void)in;

    if (i >= n)
        return;
    float sum = 0;
    for (int j = 0; j < width; ++j)
        sum += d_mask[j] * tile[tid + j];
    out[i] = sum;
}

Conv1d::Output conv1d(const Conv1d::Input& in, Run& run)
{
    const std::size_t n = in.numbers.size();
    const int block = run.block_size(kBlockSize);
    const int width = static_cast<int>(in.mask.size());
    const auto kernel = for_known_width(width, [](auto known) { return convolve<known>; });
    const Launch launch(kernel, ceil_div(n, block), block);

    const auto d_in = run.upload(in.numbers), d_out = run.array<float>(n);
    run.upload(
        [&] { CUDA_CHECK(cudaMemcpyToSymbol(d_mask, in.mask.data(), in.mask.size() * sizeof(float))); });
    run.kernel(launch, [&] { kernel<<<launch.grid, launch.block>>>(d_in.data(), n, width, d_out.data()); });
    return run.download(d_out);
}

}  // namespace

LADDER_VERSION(Conv1d, 3, "tile and halos in shared memory", conv1d);
