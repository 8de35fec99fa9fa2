// conv2d_v4: texture          ./conv2d_v4
//
// Slow in v3: tile, halo and borders take index arithmetic.
// Idea: leave that to the texture unit. It returns zero outside the picture, it stores pixels in
// small squares, so that neighbours in both directions share cache lines, and its cache replaces the tile.
// Still slow: three times slower than v3 on an H200, which is the lesson. A multiprocessor fetches textures
// for four lanes per clock and shared memory for 32. Textures pay where a kernel reads between pixels: the
// unit interpolates.
#include "common/device/cuda_check.h"
#include "conv2d.h"
#include "convolution/known_width.h"

#include <memory>

namespace {

constexpr int kBlockSize = 256;
constexpr int kBlockWidth = 32;

__constant__ float d_mask[kMostMaskWidth * kMostMaskWidth];

// A picture in the layout that textures have; one layer per channel.
class Texture {
public:
    explicit Texture(const Picture& picture)
        : extent_(make_cudaExtent(picture.width, picture.height, picture.channels))
    {
        refuse_too_large(picture);
        const cudaChannelFormatDesc one_float = cudaCreateChannelDesc<float>();
        CUDA_CHECK(cudaMalloc3DArray(&array_, &one_float, extent_, cudaArrayLayered));
        cudaResourceDesc from{};
        from.resType = cudaResourceTypeArray;
        from.res.array.array = array_;
        cudaTextureDesc how{};
        how.addressMode[0] = how.addressMode[1] = cudaAddressModeBorder;  // zero outside
        how.filterMode = cudaFilterModePoint;                             // single pixels, not interpolated
        how.readMode = cudaReadModeElementType;
        CUDA_CHECK(cudaCreateTextureObject(&texture_, &from, &how, nullptr));
    }
    ~Texture()
    {
        cudaDestroyTextureObject(texture_);
        cudaFreeArray(array_);
    }
    Texture(const Texture&) = delete;
    Texture& operator=(const Texture&) = delete;

    void copy_from(const Picture& picture)
    {
        cudaMemcpy3DParms copy{};
        copy.srcPtr = make_cudaPitchedPtr(const_cast<float*>(picture.samples.data()),
                                          picture.width * sizeof(float), picture.width, picture.height);
        copy.dstArray = array_;
        copy.extent = extent_;
        copy.kind = cudaMemcpyHostToDevice;
        CUDA_CHECK(cudaMemcpy3D(&copy));
    }
    cudaTextureObject_t get() const { return texture_; }

private:
    static void refuse_too_large(const Picture& picture)
    {
        int most_width = 0, most_height = 0;
        CUDA_CHECK(cudaDeviceGetAttribute(&most_width, cudaDevAttrMaxTexture2DLayeredWidth, 0));
        CUDA_CHECK(cudaDeviceGetAttribute(&most_height, cudaDevAttrMaxTexture2DLayeredHeight, 0));
        if (picture.width > most_width || picture.height > most_height)
            throw UsageError("a picture of " + std::to_string(picture.width) + " x " +
                             std::to_string(picture.height) + ": a texture has at most " +
                             std::to_string(most_width) + " x " + std::to_string(most_height) + " pixels");
    }

    cudaExtent extent_;
    cudaArray_t array_ = nullptr;
    cudaTextureObject_t texture_ = 0;
};

// out: (channels, height, width), a channel per layer of the grid.
// kWidth: the mask's width if it is known at compile time, or 0: run-time width.
template <int kWidth>
__global__ void convolve(cudaTextureObject_t in, int width, int height, int mask_width, float* out)
{
    if (kWidth)
        mask_width = kWidth;
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    const std::size_t channel = std::size_t{blockIdx.z} * width * height;

    float sum = 0;
    for (int i = 0; i < mask_width; ++i)
        for (int j = 0; j < mask_width; ++j)
            sum += d_mask[i * mask_width + j] *
                   tex2DLayered<float>(in, x + j - mask_width / 2, y + i - mask_width / 2, blockIdx.z);
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

    std::unique_ptr<Texture> d_in;
    run.alloc([&] { d_in = std::make_unique<Texture>(picture); });
    const auto d_out = run.array<float>(picture.samples.size());
    run.upload([&] {
        d_in->copy_from(picture);
        CUDA_CHECK(cudaMemcpyToSymbol(d_mask, mask.weights.data(), mask.weights.size() * sizeof(float)));
    });
    run.kernel(launch, [&] {
        kernel<<<launch.grid, launch.block>>>(d_in->get(), picture.width, picture.height, mask.width,
                                              d_out.data());
    });
    return run.download(d_out);
}

}  // namespace

LADDER_VERSION(Conv2d, 4, "texture", conv2d);
