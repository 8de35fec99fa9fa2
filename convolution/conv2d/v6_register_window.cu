// conv2d_v6: window in registers          ./conv2d_v6 -n 16Ki
//
// Slow in v5: 2 K loads per pixel, and the picture goes through memory twice.
// Idea: a thread takes four adjacent columns and slides down them. A row of samples, three loads of 16 bytes,
// contributes to K rows of results, whose sums are in registers: all loops are unrolled.
// For wider masks, whose loops cannot be unrolled, any_width.cuh keeps a window of each row in registers.
// Limit: memory with 5 x 5 weights, 85 % of an H200's peak bandwidth at 16384 x 16384, as fast as a copy.
// Still slow: with 31 x 31 weights it takes 961 products per pixel.
#include "any_width.cuh"
#include "common/device/cuda_check.h"
#include "conv2d.h"
#include "convolution/known_width.h"

namespace {

constexpr int kBlockSize = 128, kMaxBlockSize = 256;
constexpr int kBlockWidth = 32;
constexpr int kRows = 8;  // of a thread, and kColumns columns

// Four samples of a row, or zeros if they are outside.
__device__ float4 load_four(const float* samples, bool is_inside)
{
    return is_inside ? *reinterpret_cast<const float4*>(samples) : float4{0, 0, 0, 0};
}

// samples[k] = the sample kRadius - k places left of *at, which is in column x; zeros if it is outside.
template <int kRadius>
__device__ void load_row(const float* at, bool is_inside, int width, int x,
                         float (&samples)[kColumns + 2 * kRadius])
{
    static_assert(kRadius <= kColumns);
    const float4 left = load_four(at - kColumns, is_inside && x > 0);
    const float4 middle = load_four(at, is_inside);
    const float4 right = load_four(at + kColumns, is_inside && x + kColumns < width);
    const float twelve[] = {left.x,   left.y,   left.z,  left.w,  middle.x, middle.y,
                            middle.z, middle.w, right.x, right.y, right.z,  right.w};
#pragma unroll
    for (int k = 0; k < kColumns + 2 * kRadius; ++k)
        samples[k] = twelve[kColumns - kRadius + k];
}

// in, out: (channels, height, width), a channel per layer of the grid. in is zero outside. width is a
// multiple of four. __restrict__ promises that no store changes what a later load reads, so the compiler may
// issue all loads early.
template <int kWidth>
__global__ void __launch_bounds__(kMaxBlockSize, 3)
    convolve(const float* __restrict__ in, int width, int height, int, float* __restrict__ out)
{
    constexpr int kRadius = kWidth / 2;
    const int x = kColumns * (blockIdx.x * blockDim.x + threadIdx.x);
    const int first = kRows * (blockIdx.y * blockDim.y + threadIdx.y);
    if (x >= width)
        return;
    const std::size_t channel = std::size_t{blockIdx.z} * width * height;
    const float* from = in + channel + std::ptrdiff_t{first - kRadius} * width + x;
    float* to = out + channel + std::size_t(first) * width + x;

    float sums[kRows][kColumns] = {};
#pragma unroll
    for (int row = 0; row < kRows + 2 * kRadius; ++row) {
        float samples[kColumns + 2 * kRadius];
        const int y = first - kRadius + row;
        load_row<kRadius>(from, y >= 0 && y < height, width, x, samples);
        from += width;
#pragma unroll
        for (int r = 0; r < kRows; ++r) {
            const int i = row - r;  // the mask's row that lies on these samples for the results of row r
            if (i < 0 || i >= kWidth)
                continue;
#pragma unroll
            for (int j = 0; j < kWidth; ++j)
#pragma unroll
                for (int c = 0; c < kColumns; ++c)
                    sums[r][c] += d_mask[i * kWidth + j] * samples[j + c];
        }
        const int done = row - 2 * kRadius;
        if (done >= 0 && first + done < height) {
            *reinterpret_cast<float4*>(to) = {sums[done][0], sums[done][1], sums[done][2], sums[done][3]};
            to += width;
        }
    }
}

Conv2d::Output conv2d(const Conv2d::Input& in, Run& run)
{
    const auto& picture = in.picture;
    const auto& mask = in.mask;
    const bool any_width = mask.width < 3 || mask.width > 7;
    const auto kernel = for_known_width(mask.width, [&](auto known) {
        if constexpr (known == 0)
            return kernel_for_width(mask.width);
        else
            return convolve<known>;
    });
    const auto launch_known_width = [&] {
        const int threads = run.block_size(kBlockSize, BlockRule::warps, kMaxBlockSize);
        const dim3 block(kBlockWidth, threads / kBlockWidth);
        const dim3 grid = grid_of_tiles(picture.width, picture.height, kColumns * block.x, kRows * block.y,
                                        picture.channels);
        return Launch(kernel, grid, block);
    };
    const Launch launch = any_width ? launch_any_width(kernel, picture, mask) : launch_known_width();

    // Rows that begin at multiples of 16 bytes: black columns on the right change nothing.
    const int wide = ceil_div(picture.width, kColumns) * kColumns;
    const bool fits = wide == picture.width;
    std::vector<float> widened;
    if (!fits)
        run.upload([&] { widened = with_width(picture.samples, picture.width, wide); });
    const auto d_in = run.upload(fits ? picture.samples : widened), d_out = run.array<float>(d_in.size());
    const std::vector<float> weights = any_width ? in_fours(mask) : mask.weights;
    run.upload(
        [&] { CUDA_CHECK(cudaMemcpyToSymbol(d_mask, weights.data(), weights.size() * sizeof(float))); });
    run.kernel(launch, [&] {
        kernel<<<launch.grid, launch.block, launch.shared>>>(d_in.data(), wide, picture.height, mask.width,
                                                             d_out.data());
    });

    Conv2d::Output out = run.download(d_out);
    if (!fits)
        run.download([&] { out = with_width(out, wide, picture.width); });
    return out;
}

}  // namespace

LADDER_VERSION(Conv2d, 6, "window in registers", conv2d);
