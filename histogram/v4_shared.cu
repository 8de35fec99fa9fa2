// hist_v4: a histogram per block in shared memory          ./hist_v4
//
// Slow in v3: every pixel is an atomic addition in the L2 cache, for which all blocks compete.
// Idea: each block counts its pixels in shared memory, close by and its own, and adds its 256 counts to the
// global ones at the end. Global atomics fall from one per pixel to 256 per block.
// Still slow: a thread reads one byte at a time, so most instructions only fetch and address. See v5.
#include "histogram.h"

namespace {

constexpr int kBlockSize = 256;
constexpr int kPixelsPerThread = 16;  // at least, if the image has as many

__global__ void count_pixels(const std::uint8_t* pixels, std::size_t n, unsigned* histogram)
{
    __shared__ unsigned counts[kBins];
    for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x)
        counts[bin] = 0;
    __syncthreads();

    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&counts[pixels[i]], 1u);
    __syncthreads();

    for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x)
        atomicAdd(&histogram[bin], counts[bin]);
}

Histogram::Output count(const Histogram::Pixels& pixels, Run& run)
{
    const std::size_t n = pixels.size();
    const int block = run.block_size(kBlockSize);
    const Launch launch(count_pixels,
                        resident_blocks(count_pixels, block, ceil_div(n, kPixelsPerThread * block)), block);

    DeviceArray<std::uint8_t> d_pixels(run, n);
    DeviceArray<unsigned> d_histogram(run, kBins);
    run.upload([&] { d_pixels.copy_from(pixels); });
    run.kernel(launch, [&] {
        d_histogram.zero();
        count_pixels<<<launch.grid, launch.block>>>(d_pixels.data(), n, d_histogram.data());
    });

    Histogram::Output histogram;
    run.download([&] { d_histogram.copy_to(histogram); });
    return histogram;
}

}  // namespace

LADDER_VERSION(Histogram, 4, "histogram per block", count);
