// conv2d_halo_corner: find what is wrong with this tile          scripts/lab check conv2d_halo_corner
//
// Each block loads its own samples and a halo of half a mask on each side into shared memory. The result is
// wrong for some pixels. Find the cause and repair it.
#include "common/device/cuda_check.h"
#include "conv2d.h"
#include "convolution/known_width.h"

namespace {

constexpr int kBlockSize = 256;
constexpr int kBlockWidth = 32;

__constant__ float d_mask[kMostMaskWidth * kMostMaskWidth];

// The sample of a channel, zero outside.
__device__ float sample(const float* channel, int width, int height, int x, int y)
{
    const bool is_inside = x >= 0 && x < width && y >= 0 && y < height;
    return is_inside ? channel[std::size_t(y) * width + x] : 0;
}

// in, out: (channels, height, width), a channel per layer of the grid. in is zero outside.
// kWidth: the mask's width if it is known at compile time, or 0: run-time width.
template <int kWidth>
__global__ void convolve(const float* in, int width, int height, int mask_width, float* out)
{
    if (kWidth)
        mask_width = kWidth;
    extern __shared__ float tile[];  // (blockDim.y + mask_width - 1, tile_width)
    const int tile_width = kBlockWidth + mask_width - 1;
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    const std::size_t channel = std::size_t{blockIdx.z} * width * height;

    const int radius = mask_width / 2;
    const int left = blockIdx.x * blockDim.x - radius, top = blockIdx.y * blockDim.y - radius;
    // The block's own rows, with their halos on the left and on the right.
    const int own = threadIdx.y + radius;
    for (int t = threadIdx.x; t < tile_width; t += blockDim.x)
        tile[own * tile_width + t] = sample(in + channel, width, height, left + t, top + own);
    // The halos above and below them.
    for (int above = threadIdx.y; above < radius; above += blockDim.y) {
        const int t = threadIdx.x + radius, below = above + radius + blockDim.y;
        tile[above * tile_width + t] = sample(in + channel, width, height, left + t, top + above);
        tile[below * tile_width + t] = sample(in + channel, width, height, left + t, top + below);
    }
    __syncthreads();

    if (x >= width || y >= height)
        return;
    float sum = 0;
    for (int i = 0; i < mask_width; ++i)
        for (int j = 0; j < mask_width; ++j)
            sum += d_mask[i * mask_width + j] * tile[(threadIdx.y + i) * tile_width + threadIdx.x + j];
    out[channel + std::size_t(y) * width + x] = sum;
}

// Allows the kernel `bytes` of dynamic shared memory, which may be more than the default limit.
template <class Kernel>
void allow_shared_memory(Kernel kernel, std::size_t bytes, const Mask& mask)
{
    int most = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
    if (bytes > static_cast<std::size_t>(most))
        throw UsageError("--mask " + std::to_string(mask.width) + ": a tile with its halo takes " +
                         std::to_string(bytes) + " bytes of shared memory, a block has at most " +
                         std::to_string(most));
    CUDA_CHECK(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
}

Conv2d::Output conv2d(const Conv2d::Input& in, Run& run)
{
    const auto& picture = in.picture;
    const auto& mask = in.mask;
    const dim3 block(kBlockWidth, run.block_size(kBlockSize, BlockRule::warps) / kBlockWidth);
    const std::size_t tile_bytes = sizeof(float) * (block.x + mask.width - 1) * (block.y + mask.width - 1);
    const auto kernel = for_known_width(mask.width, [](auto known) { return convolve<known>; });
    allow_shared_memory(kernel, tile_bytes, mask);
    const Launch launch(kernel,
                        grid_of_tiles(picture.width, picture.height, block.x, block.y, picture.channels),
                        block, tile_bytes);

    const auto d_in = run.upload(picture.samples), d_out = run.array<float>(picture.samples.size());
    run.upload([&] {
        CUDA_CHECK(cudaMemcpyToSymbol(d_mask, mask.weights.data(), mask.weights.size() * sizeof(float)));
    });
    run.kernel(launch, [&] {
        kernel<<<launch.grid, launch.block, launch.shared>>>(d_in.data(), picture.width, picture.height,
                                                             mask.width, d_out.data());
    });
    return run.download(d_out);
}

}  // namespace

LADDER_VERSION(Conv2d, 3, "tile and halo in shared memory", conv2d);
