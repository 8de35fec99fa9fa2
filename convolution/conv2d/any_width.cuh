// conv2d for masks of any width, whose loops over rows cannot be unrolled: the part of v6 that 3 x 3 to 7 x 7
// weights do not need.
#pragma once

#include "common/device/cuda_check.h"
#include "conv2d.h"

#include <cuda_pipeline.h>

#include <algorithm>

namespace {

constexpr int kColumns = 4;  // samples in 16 bytes

// A warp takes kAnyRows rows of 256 results, eight adjacent ones to a lane.
constexpr int kAnyBlockSize = 128, kAnyWarps = kAnyBlockSize / 32, kAnyRows = 6, kAnyFours = 2;
constexpr int kAnyBlocks = 4;  // per multiprocessor, at least; one less where the width is not known
constexpr int kWindow = (kAnyFours + 1) * kColumns;  // samples in registers
constexpr int kAnyHeight = kAnyWarps * kAnyRows, kAnyColumns = 32 * kAnyFours * kColumns;
constexpr int kMaskRows = 4;  // of the mask; so many rows of samples are copied at a time
constexpr int kRing = kAnyHeight + 2 * kMaskRows;  // rows of samples in shared memory

__constant__ __align__(16) float d_mask[kMostMaskWidth * (kMostMaskWidth + 1)];

// How many fours of weights a row of the mask is in d_mask. Zeros before it make the samples of a lane's first
// weight begin at a multiple of four; zeros after it fill the last four.
__host__ __device__ constexpr int zeros_before(int mask_width)
{
    return (4 - mask_width / 2 % 4) % 4;
}
__host__ __device__ constexpr int fours_of(int mask_width)
{
    return (zeros_before(mask_width) + mask_width + 3) / 4;
}

// How many fours of samples a row takes that a block needs.
__host__ __device__ constexpr int fours_of_row(int steps)
{
    return kAnyColumns / kColumns + steps;
}

__device__ __forceinline__ void put_four(float* to, float4 four)
{
    to[0] = four.x;
    to[1] = four.y;
    to[2] = four.z;
    to[3] = four.w;
}

// in, out: (channels, height, width), a channel per layer of the grid. in is zero outside. width is a multiple of
// four. d_mask: as in_fours() gives it. kKnown: the mask's width, or 0 if any_width is it.
//
// The rows of samples go through a ring in shared memory: while the block adds up the products of kMaskRows rows
// of the mask, copies bring the kMaskRows rows of samples that the next ones need. For a row of the mask, a lane
// slides along its rows of samples with a window of three fours: four weights and one more four of samples are
// 32 products. Adjacent lanes begin two fours apart; the ring holds first the fours with even numbers, then those
// with odd ones, so that they read adjacent places.
template <int kKnown>
__global__ void __launch_bounds__(kAnyBlockSize, kKnown > 0 ? kAnyBlocks : kAnyBlocks - 1)
    convolve_any_width(const float* __restrict__ in, int width, int height, int any_width,
                       float* __restrict__ out)
{
    // After so many steps the window's samples are in the same registers again. A known row is one piece.
    constexpr int kUnrolled = kKnown > 0 ? fours_of(kKnown) : kAnyFours * (kAnyFours + 1);
    const int mask_width = kKnown > 0 ? kKnown : any_width;
    extern __shared__ float4 ring[];  // (kRing, kAnyFours, part)
    const int steps = fours_of(mask_width), fours = fours_of_row(steps),
              part = (fours + kAnyFours - 1) / kAnyFours;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int left = blockIdx.x * kAnyColumns, first = blockIdx.y * kAnyHeight;
    in += std::size_t{blockIdx.z} * width * height;
    out += std::size_t{blockIdx.z} * width * height;

    // Rows begin to end of the samples that the block needs are on their way, or zeros for those outside.
    const auto copy_rows = [&](int begin, int end) {
        for (int row = begin + warp; row < end; row += kAnyWarps) {
            const int y = first - mask_width / 2 + row;
            float4* to = ring + row % kRing * kAnyFours * part;
            for (int four = lane; four < fours; four += 32) {
                const int x = left - mask_width / 2 - zeros_before(mask_width) + kColumns * four;
                float4* at = to + four % kAnyFours * part + four / kAnyFours;
                if (y >= 0 && y < height && x >= 0 && x < width)
                    __pipeline_memcpy_async(at, in + std::size_t(y) * width + x, sizeof *at);
                else
                    *at = {0, 0, 0, 0};
            }
        }
        __pipeline_commit();
    };
    copy_rows(0, kAnyHeight + kMaskRows - 1);

    const auto* weights = reinterpret_cast<const float4*>(d_mask);
    float sums[kAnyRows][kAnyFours * kColumns] = {};
#pragma unroll 1
    for (int i = 0; i < mask_width; ++i) {
        if (i % kMaskRows == 0) {
            __pipeline_wait_prior(0);
            __syncthreads();
            const int end = i + kAnyHeight + kMaskRows - 1;
            copy_rows(end, i + kMaskRows < mask_width ? end + kMaskRows : end);
        }
        const float4* rows[kAnyRows];
        float window[kAnyRows][kWindow];
#pragma unroll
        for (int r = 0; r < kAnyRows; ++r) {
            rows[r] = ring + (i + warp * kAnyRows + r) % kRing * kAnyFours * part + lane;
#pragma unroll
            for (int f = 0; f < kAnyFours; ++f)
                put_four(window[r] + f * kColumns, rows[r][f * part]);
        }
        for (int step = 0; step < steps; step += kUnrolled) {
#pragma unroll
            for (int s = 0; s < kUnrolled; ++s) {
                if (step + s >= steps)
                    break;
                float of_four[kColumns];
                put_four(of_four, *weights++);
#pragma unroll
                for (int r = 0; r < kAnyRows; ++r) {
                    // The window is a ring, too: nothing is moved in it.
                    put_four(window[r] + (s + kAnyFours) * kColumns % kWindow,
                             rows[r][s % kAnyFours * part + (step + s) / kAnyFours + 1]);
#pragma unroll
                    for (int j = 0; j < kColumns; ++j) {
                        const int weight = s * kColumns + j - zeros_before(kKnown);
                        if (kKnown > 0 && (weight < 0 || weight >= kKnown))
                            continue;
#pragma unroll
                        for (int c = 0; c < kAnyFours * kColumns; ++c)
                            sums[r][c] += of_four[j] * window[r][(s * kColumns + j + c) % kWindow];
                    }
                }
            }
        }
    }
#pragma unroll
    for (int r = 0; r < kAnyRows; ++r)
#pragma unroll
        for (int f = 0; f < kAnyFours; ++f) {
            const int y = first + warp * kAnyRows + r, x = left + (lane * kAnyFours + f) * kColumns;
            const float* four = sums[r] + f * kColumns;
            if (y < height && x < width)
                *reinterpret_cast<float4*>(out + std::size_t(y) * width + x) = {four[0], four[1], four[2],
                                                                                four[3]};
        }
}

// The mask as convolve_any_width() reads it.
std::vector<float> in_fours(const Mask& mask)
{
    const int fours = fours_of(mask.width);
    std::vector<float> weights(mask.width * fours * 4, 0);
    for (int i = 0; i < mask.width; ++i)
        std::copy_n(mask.weights.begin() + i * mask.width, mask.width,
                    weights.begin() + i * fours * 4 + zeros_before(mask.width));
    return weights;
}

using AnyWidth = void (*)(const float*, int, int, int, float*);

// Compiled for this width of the mask where it is at most 31.
template <int kKnown = 9>
AnyWidth kernel_for_width(int mask_width)
{
    if constexpr (kKnown > 31)
        return convolve_any_width<0>;
    else
        return mask_width == kKnown ? convolve_any_width<kKnown> : kernel_for_width<kKnown + 2>(mask_width);
}

Launch launch_any_width(AnyWidth kernel, const Picture& picture, const Mask& mask)
{
    const std::size_t shared =
        kRing * ceil_div(fours_of_row(fours_of(mask.width)), kAnyFours) * kAnyFours * sizeof(float4);
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
    return Launch(kernel,
                  grid_of_tiles(picture.width, picture.height, kAnyColumns, kAnyHeight, picture.channels),
                  kAnyBlockSize, shared);
}

}  // namespace
