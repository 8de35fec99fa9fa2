// conv2d_v7: rows and columns in one pass          ./conv2d_v7 --mask 31
//
// Slow in v6: K x K products per pixel. Slow in v5: 2 K loads per pixel, and two passes through memory.
// Idea: both passes of v5 at once. A warp takes a strip of columns and goes down it. Asynchronous copies bring
// each row of samples into shared memory ahead of time. A lane convolves four adjacent places of the row and
// adds each result at once to the sums of the K rows that need it, which it keeps in registers.
// Limit: arithmetic with 31 x 31 weights: 40 % of the H200's multiply-adds, and 54 % with the rows that strips
// share. With 5 x 5 weights v6 is faster. Like v5 it refuses masks that are not a column times a row.
#include "common/device/cuda_check.h"
#include "conv2d.h"

#include <cuda_pipeline.h>

#include <algorithm>

namespace {

constexpr int kWarps = 4;        // of a block; each works on its own
constexpr int kCopied = 4;       // rows of samples that a warp copies together
constexpr int kStages = 2;       // so many times kCopied rows are in shared memory
constexpr int kFewestRows = 32;  // of a strip; each takes K - 1 rows more
constexpr int kFour = 4;         // samples in 16 bytes

// The weights, with zeros before and after them up to the width that the kernel is compiled for.
__constant__ float d_row[kMostMaskWidth], d_column[kMostMaskWidth];

template <int kColumns>
struct alignas(kColumns * sizeof(float)) Samples {
    float at[kColumns];
};

// in, out: (channels, height, width), a channel per layer of the grid. in is zero outside. width is a multiple of
// four. A strip has 32 kColumns columns and `rows` rows.
template <int kWidth, int kColumns>
__global__ void __launch_bounds__(32 * kWarps, 2)
    convolve(const float* __restrict__ in, int width, int height, int rows, float* __restrict__ out)
{
    constexpr int kRadius = kWidth / 2;
    constexpr int kHalo = (kRadius + kFour - 1) / kFour * kFour;
    constexpr int kLoads = 2 * kHalo / kColumns + 1;  // of kColumns samples each, for one row
    constexpr int kFours = (32 * kColumns + 2 * kHalo) / kFour;
    __shared__ alignas(16) Samples<kColumns> ring[kWarps][kStages][kCopied][kFours * kFour / kColumns];

    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int first = (blockIdx.y * kWarps + warp) * rows;
    const int left = blockIdx.x * 32 * kColumns, x = left + lane * kColumns;
    const int steps = min(rows, height - first) + 2 * kRadius;
    in += std::size_t{blockIdx.z} * width * height;
    out += std::size_t{blockIdx.z} * width * height;

    // Rows `first - kRadius + kCopied * group` and the next ones of the samples are on their way, or zeros for those
    // outside.
    const int groups = (steps + kCopied - 1) / kCopied;
    const auto copy_rows = [&](int group) {
        auto* to = reinterpret_cast<float4*>(ring[warp][group % kStages]);
        if (group < groups)
#pragma unroll 1
            for (int k = lane; k < kCopied * kFours; k += 32) {
                const int y = first - kRadius + group * kCopied + k / kFours;
                const int from_x = left - kHalo + k % kFours * kFour;
                if (y >= 0 && y < height && from_x >= 0 && from_x < width)
                    __pipeline_memcpy_async(to + k, in + std::size_t(y) * width + from_x, sizeof *to);
                else
                    to[k] = {0, 0, 0, 0};
            }
        __pipeline_commit();
    };
    for (int group = 0; group < kStages - 1; ++group)
        copy_rows(group);

    // Of the rows that the samples so far contribute to, the first row first.
    Samples<kColumns> sums[kWidth] = {};
    float* to = out + (std::ptrdiff_t{first} - 2 * kRadius) * width + x;
    for (int step = 0; step < steps;) {
        const int group = step / kCopied;
        __pipeline_wait_prior(kStages - 2);
        __syncwarp();  // all lanes have copied the next kCopied rows, and have read the last ones
        copy_rows(group + kStages - 1);
#pragma unroll 1
        for (const int end = min(step + kCopied, steps); step < end; ++step) {
            Samples<kColumns> samples[kLoads], of_row = {};
#pragma unroll
            for (int k = 0; k < kLoads; ++k)
                samples[k] = ring[warp][group % kStages][step % kCopied][lane + k];

#pragma unroll
            for (int j = 0; j < kWidth; ++j)
#pragma unroll
                for (int c = 0; c < kColumns; ++c) {
                    const int k = kHalo - kRadius + j + c;
                    of_row.at[c] += d_row[j] * samples[k / kColumns].at[k % kColumns];
                }

                // While this row is added, the sums move on by one row: sums[0] is then complete.
#pragma unroll
            for (int i = 0; i < kWidth; ++i)
#pragma unroll
                for (int c = 0; c < kColumns; ++c)
                    sums[i].at[c] =
                        (i + 1 < kWidth ? sums[i + 1].at[c] : 0) + d_column[kWidth - 1 - i] * of_row.at[c];

            if (step >= 2 * kRadius && x < width)
                *reinterpret_cast<Samples<kColumns>*>(to) = sums[0];
            to += width;
        }
    }
}

// As convolve<kWidth, ...> reads them.
std::vector<float> padded(const std::vector<float>& weights, int width)
{
    std::vector<float> result((width - weights.size()) / 2, 0);
    result.insert(result.end(), weights.begin(), weights.end());
    result.resize(width, 0);
    return result;
}

template <int kWidth, int kColumns>
Conv2d::Output conv2d_up_to(const Conv2d::Input& in, Run& run)
{
    const auto& picture = in.picture;
    const auto kernel = convolve<kWidth, kColumns>;
    // As many blocks as run at once, or fewer: a few more would take twice the time.
    const int across = ceil_div(picture.width, 32 * kColumns) * picture.channels;
    const int blocks = resident_blocks(kernel, 32 * kWarps, picture.samples.size());
    const int rows = std::max(kFewestRows, ceil_div(picture.height, kWarps * std::max(1, blocks / across)));
    const Launch launch(
        kernel, grid_of_tiles(picture.width, picture.height, 32 * kColumns, kWarps * rows, picture.channels),
        32 * kWarps);

    // Rows that begin at multiples of 16 bytes: black columns on the right change nothing.
    const int wide = ceil_div(picture.width, kFour) * kFour;
    const bool fits = wide == picture.width;
    std::vector<float> widened;
    if (!fits)
        run.upload([&] { widened = with_width(picture.samples, picture.width, wide); });
    const auto row = padded(in.mask.row, kWidth), column = padded(in.mask.column, kWidth);
    const auto d_in = run.upload(fits ? picture.samples : widened), d_out = run.array<float>(d_in.size());
    run.upload([&] {
        CUDA_CHECK(cudaMemcpyToSymbol(d_row, row.data(), kWidth * sizeof(float)));
        CUDA_CHECK(cudaMemcpyToSymbol(d_column, column.data(), kWidth * sizeof(float)));
    });
    run.kernel(launch, [&] {
        kernel<<<launch.grid, launch.block>>>(d_in.data(), wide, picture.height, rows, d_out.data());
    });

    Conv2d::Output out = run.download(d_out);
    if (!fits)
        run.download([&] { out = with_width(out, wide, picture.width); });
    return out;
}

Conv2d::Output conv2d(const Conv2d::Input& in, Run& run)
{
    const auto& mask = in.mask;
    if (!mask.is_separable())
        throw UsageError("--filter: the mask " + mask.name + " is not a column times a row, as v7 needs it");
    // The wider the mask, the more sums a column takes, and the fewer columns fit into registers.
    if (mask.width <= 5)
        return conv2d_up_to<5, 4>(in, run);
    if (mask.width <= 15)
        return conv2d_up_to<15, 4>(in, run);
    if (mask.width <= 31)
        return conv2d_up_to<31, 4>(in, run);
    if (mask.width <= 63)
        return conv2d_up_to<63, 2>(in, run);
    return conv2d_up_to<127, 1>(in, run);
}

}  // namespace

LADDER_VERSION(Conv2d, 7, "rows and columns in one pass", conv2d);
