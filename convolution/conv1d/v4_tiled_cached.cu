// conv1d_v4: tile, halo through the cache          ./conv1d_v4
//
// Slow in v3: the halos take a second turn of the loading loop, in which most threads are idle.
// Idea: load the block's own numbers only, one per thread. The halos belong to other blocks, so they are or
// soon will be in the cache: read them from global memory when they are needed.
// Still slow: no faster than v3 on an H200, and with 255 weights three times slower. That is the lesson: the
// tile is simpler, but each product must choose between tile and cache. No input that was tried makes it pay.
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

LADDER_VERSION(Conv1d, 4, "tile, halo through the cache", conv1d);
