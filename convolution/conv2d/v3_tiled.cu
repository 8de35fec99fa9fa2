// conv2d_v3: tile and halo in shared memory          ./conv2d_v3
//
// Slow in v2: each sample is requested as many times as the mask has weights.
// Idea: a block first loads all samples that its pixels need into shared memory: a tile as large as the
// block, with a halo of half a mask on each side. It requests each sample little more than once.
// Still slow: each product takes a load from shared memory, and tile, halo and borders take index arithmetic.
#include "common/device/cuda_check.h"
#include "conv2d.h"
#include "convolution/known_width.h"

namespace {

constexpr int kBlockSize = 256;
constexpr int kBlockWidth = 32;

__constant__ float d_mask[kMostMaskWidth * kMostMaskWidth];

// in, out: (channels, height, width), a channel per layer of the grid. in is zero outside.
// kWidth: the mask's width if it is known at compile time, or 0: run-time width.
template <int kWidth>
__global__ void convolve(const float* in, int width, int height, int mask_width, float* out)
{
    if (kWidth)
        mask_width = kWidth;
    extern __shared__ float tile[];  // (tile_height, tile_width)
    const int tile_width = kBlockWidth + mask_width - 1, tile_height = blockDim.y + mask_width - 1;
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    const std::size_t channel = std::size_t{blockIdx.z} * width * height;

    // Thread by thread along the rows of the tile. It has more samples than the block has threads, so each
    // thread loads one or more.
    const int left = blockIdx.x * blockDim.x - mask_width / 2, top = blockIdx.y * blockDim.y - mask_width / 2;
    const int threads = blockDim.x * blockDim.y;
    for (int t = threadIdx.y * blockDim.x + threadIdx.x; t < tile_width * tile_height; t += threads) {
        const int from_x = left + t % tile_width, from_y = top + t / tile_width;
        const bool is_inside = from_x >= 0 && from_x < width && from_y >= 0 && from_y < height;
        tile[t] = is_inside ? in[channel + std::size_t(from_y) * width + from_x] : 0;
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
