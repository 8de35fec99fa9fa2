// conv2d_v2: mask in constant memory          ./conv2d_v2
//
// Slow in v1: every thread reads the same weights from global memory, one request for each sample that it
// reads.
// Idea: keep the mask in constant memory, whose cache hands one word to all lanes of a warp at once. For
// widths 3, 5 and 7 the compiler unrolls the loops: a weight at a constant address is an operand of the
// multiply-add, and reading it takes no instruction.
// Still slow: each sample is requested as many times as the mask has weights.
#include "common/device/cuda_check.h"
#include "conv2d.h"
#include "convolution/known_width.h"

namespace {

constexpr int kBlockSize = 256;
constexpr int kBlockWidth = 32;  // a warp reads 32 adjacent samples

__constant__ float d_mask[kMostMaskWidth * kMostMaskWidth];

// in, out: (channels, height, width), a channel per layer of the grid. in is zero outside.
// kWidth: the mask's width if it is known at compile time, or 0: run-time width.
template <int kWidth>
__global__ void convolve(const float* in, int width, int height, int mask_width, float* out)
{
    if (kWidth)
        mask_width = kWidth;
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    const std::size_t channel = std::size_t{blockIdx.z} * width * height;

    float sum = 0;
    for (int i = 0; i < mask_width; ++i)
        for (int j = 0; j < mask_width; ++j) {
            const int from_x = x + j - mask_width / 2, from_y = y + i - mask_width / 2;
            if (from_x >= 0 && from_x < width && from_y >= 0 && from_y < height)
                sum += d_mask[i * mask_width + j] * in[channel + std::size_t(from_y) * width + from_x];
        }
    out[channel + std::size_t(y) * width + x] = sum;
}

Conv2d::Output conv2d(const Conv2d::Input& in, Run& run)
{
    const auto& picture = in.picture;
    const auto& mask = in.mask;
    const dim3 block(kBlockWidth, run.block_size(kBlockSize, BlockRule::warps) / kBlockWidth);
    const auto kernel = for_known_width(mask.width, [](auto known) { return convolve<known>; });
    const Launch launch(
        kernel, grid_of_tiles(picture.width, picture.height, block.x, block.y, picture.channels), block);

    const auto d_in = run.upload(picture.samples), d_out = run.array<float>(picture.samples.size());
    run.upload([&] {
        CUDA_CHECK(cudaMemcpyToSymbol(d_mask, mask.weights.data(), mask.weights.size() * sizeof(float)));
    });
    run.kernel(launch, [&] {
        kernel<<<launch.grid, launch.block>>>(d_in.data(), picture.width, picture.height, mask.width,
                                              d_out.data());
    });
    return run.download(d_out);
}

}  // namespace

LADDER_VERSION(Conv2d, 2, "mask in constant memory", conv2d);
