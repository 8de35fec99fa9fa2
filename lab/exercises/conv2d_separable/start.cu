// conv2d_separable: rows, then columns          scripts/lab check conv2d_separable
//
// Some masks are a column times a row. Then a pass over the rows and a pass over the columns do the same as
// one pass with the whole mask. The first pass is there. Write the kernel of the second one.
#include "common/device/cuda_check.h"
#include "conv2d.h"
#include "convolution/known_width.h"

namespace {

constexpr int kBlockSize = 256;
constexpr int kBlockWidth = 32;

__constant__ float d_row[kMostMaskWidth], d_column[kMostMaskWidth];

// in, out: (channels, height, width), a channel per layer of the grid. in is zero outside.
// kWidth: the mask's width if it is known at compile time, or 0: run-time width.
template <int kWidth>
__global__ void convolve_rows(const float* in, int width, int height, int mask_width, float* out)
{
    if (kWidth)
        mask_width = kWidth;
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    const std::size_t row = (std::size_t{blockIdx.z} * height + y) * width;

    float sum = 0;
    for (int j = 0; j < mask_width; ++j) {
        const int from_x = x + j - mask_width / 2;
        if (from_x >= 0 && from_x < width)
            sum += d_row[j] * in[row + from_x];
    }
    out[row + x] = sum;
}

template <int kWidth>
__global__ void convolve_columns(const float* in, int width, int height, int mask_width, float* out)
{
    if (kWidth)
        mask_width = kWidth;
    // TODO: a thread per result, as in convolve_rows(). Add up d_column[i] times the sample i - mask_width /
    // 2 rows below. Samples outside of the picture are zero. Replace the line below, which only says that the
    // arguments are not used yet.
    (void)in, (void)width, (void)height, (void)&mask_width, (void)out;
}

Conv2d::Output conv2d(const Conv2d::Input& in, Run& run)
{
    const auto& picture = in.picture;
    const auto& mask = in.mask;
    if (!mask.is_separable())
        throw UsageError("--filter: the mask " + mask.name + " is not a column times a row, as v5 needs it");
    const dim3 block(kBlockWidth, run.block_size(kBlockSize, BlockRule::warps) / kBlockWidth);
    const auto by_rows = for_known_width(mask.width, [](auto known) { return convolve_rows<known>; });
    const auto by_columns = for_known_width(mask.width, [](auto known) { return convolve_columns<known>; });
    const Launch rows(
        by_rows, grid_of_tiles(picture.width, picture.height, block.x, block.y, picture.channels), block);
    const Launch columns(by_columns, rows.grid, rows.block);

    const std::size_t n = picture.samples.size();
    const auto d_in = run.upload(picture.samples), d_between = run.array<float>(n),
               d_out = run.array<float>(n);
    run.upload([&] {
        CUDA_CHECK(cudaMemcpyToSymbol(d_row, mask.row.data(), mask.width * sizeof(float)));
        CUDA_CHECK(cudaMemcpyToSymbol(d_column, mask.column.data(), mask.width * sizeof(float)));
    });
    run.kernel({rows, columns}, [&] {
        by_rows<<<rows.grid, rows.block>>>(d_in.data(), picture.width, picture.height, mask.width,
                                           d_between.data());
        by_columns<<<columns.grid, columns.block>>>(d_between.data(), picture.width, picture.height,
                                                    mask.width, d_out.data());
    });
    return run.download(d_out);
}

}  // namespace

LADDER_VERSION(Conv2d, 5, "rows, then columns", conv2d);
