// conv2d_v1: a thread per pixel          ./conv2d_v1
//
// Idea: each thread adds up the products for one pixel. It reads everything from global memory: a sample and
// a weight for each product.
// Still slow: half of what is read are weights, the same ones in every thread.
#include "conv2d.h"

namespace {

constexpr int kBlockSize = 256;
constexpr int kBlockWidth = 32;  // a warp reads 32 adjacent samples

// in, out: (channels, height, width), a channel per layer of the grid. mask: (mask_width, mask_width).
// in is zero outside.
__global__ void convolve(const float* in, int width, int height, const float* mask, int mask_width,
                         float* out)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    const std::size_t channel = std::size_t{blockIdx.z} * width * height;

    float sum = 0;
    for (int i = 0; i < mask_width; ++i)
        for (int j = 0; j < mask_width; ++j) {
            const int from_x = x + j - mask_width / 2, from_y = y + i - mask_width / 2;
            if (from_x >= 0 && from_x < width && from_y >= 0 && from_y < height)
                sum += mask[i * mask_width + j] * in[channel + std::size_t(from_y) * width + from_x];
        }
    out[channel + std::size_t(y) * width + x] = sum;
}

Conv2d::Output conv2d(const Conv2d::Input& in, Run& run)
{
    const auto& picture = in.picture;
    const auto& mask = in.mask;
    const dim3 block(kBlockWidth, run.block_size(kBlockSize, BlockRule::warps) / kBlockWidth);
    const Launch launch(
        convolve, grid_of_tiles(picture.width, picture.height, block.x, block.y, picture.channels), block);

    const auto d_in = run.upload(picture.samples), d_mask = run.upload(mask.weights);
    const auto d_out = run.array<float>(picture.samples.size());
    run.kernel(launch, [&] {
        convolve<<<launch.grid, launch.block>>>(d_in.data(), picture.width, picture.height, d_mask.data(),
                                                mask.width, d_out.data());
    });
    return run.download(d_out);
}

}  // namespace

LADDER_VERSION(Conv2d, 1, "a thread per pixel", conv2d);
