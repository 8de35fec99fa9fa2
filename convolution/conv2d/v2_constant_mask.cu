// conv2d_v2: the mask in constant memory          ./conv2d_v2
//
// Slow in v1: every thread reads the same weights from global memory, one request for each sample it reads.
// Idea: keep the mask in constant memory. It has a cache of its own, from which a warp gets a weight that
// all its lanes want in one step. Half of the global requests are gone. If the mask's width is known when
// the kernel is compiled, the loop is unrolled and a weight's place is a constant: then it is an operand of
// the multiply-add, and reading it costs no instruction.
// Still slow: neighbours read nearly the same samples: each one is asked for as many times as the mask has
// weights. See v3.
#include "common/device/cuda_check.h"
#include "conv2d.h"
#include "convolution/known_width.h"

namespace {

constexpr int kBlockSize = 256;
constexpr int kBlockWidth = 32;  // a warp reads 32 neighbours in a row

__constant__ float d_mask[kMostMaskWidth * kMostMaskWidth];

// in, out: (channels, height, width), a channel per layer of the grid. in is zero outside. kWidth: of the
// mask, if it is one of the common ones that this is compiled for, else 0, and mask_width says it.
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

Conv2d::Samples conv2d(const Picture& picture, const Mask& mask, Run& run)
{
    const dim3 block(kBlockWidth, run.block_size(kBlockSize, BlockRule::warps) / kBlockWidth);
    const auto kernel = for_known_width(mask.width, [](auto known) { return convolve<known>; });
    const Launch launch(kernel, grid_over(picture, block.x, block.y), block);
    const std::size_t n = picture.samples.size();

    DeviceArray<float> d_in(run, n), d_out(run, n);
    run.upload([&] {
        d_in.copy_from(picture.samples);
        CUDA_CHECK(cudaMemcpyToSymbol(d_mask, mask.weights.data(), mask.weights.size() * sizeof(float)));
    });
    run.kernel(launch, [&] {
        kernel<<<launch.grid, launch.block>>>(d_in.data(), picture.width, picture.height, mask.width,
                                              d_out.data());
    });

    Conv2d::Samples out;
    run.download([&] { d_out.copy_to(out); });
    return out;
}

}  // namespace

LADDER_VERSION(Conv2d, 2, "mask in constant memory", conv2d);
