// conv2d_v1: a thread per pixel          ./conv2d_v1
//
// Idea: each thread adds up the products for one pixel. All it needs it reads from global memory: as many
// samples as the mask has weights, and all the weights.
// Slow: half of what is read are the weights, the same ones in every thread. See v2.
#include "conv2d.h"

namespace {

constexpr int kBlockSize = 256;
constexpr int kBlockWidth = 32;  // a warp reads 32 neighbours in a row

// in, out: (channels, height, width), a channel per layer of the grid. mask: (mask_width, mask_width). in
// is zero outside.
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

Conv2d::Samples conv2d(const Picture& picture, const Mask& mask, Run& run)
{
    const dim3 block(kBlockWidth, run.block_size(kBlockSize, BlockRule::warps) / kBlockWidth);
    const Launch launch(convolve, grid_over(picture, block.x, block.y), block);
    const std::size_t n = picture.samples.size();

    DeviceArray<float> d_in(run, n), d_mask(run, mask.weights.size()), d_out(run, n);
    run.upload([&] {
        d_in.copy_from(picture.samples);
        d_mask.copy_from(mask.weights);
    });
    run.kernel(launch, [&] {
        convolve<<<launch.grid, launch.block>>>(d_in.data(), picture.width, picture.height, d_mask.data(),
                                                mask.width, d_out.data());
    });

    Conv2d::Samples out;
    run.download([&] { d_out.copy_to(out); });
    return out;
}

}  // namespace

LADDER_VERSION(Conv2d, 1, "a thread per pixel", conv2d);
