// hist_columns: lanes with equal pixels are serialised at one counter, and lanes whose counters share a bank are serialised
// at the bank. Give the lanes of a warp counters of their own.
//
// Check it with: scripts/lab check hist_columns
#include "histogram.h"

namespace {

constexpr int kBlockSize = 1024;
constexpr int kPixelsPerThread = 64;  // at least, if the image has as many

__device__ void count_four(unsigned four, unsigned* counts)
{
    for (int shift = 0; shift < 32; shift += 8)
        atomicAdd(&counts[(four >> shift) & 0xff], 1u);
}

__device__ void count_sixteen(uint4 sixteen, unsigned* counts)
{
    count_four(sixteen.x, counts);
    count_four(sixteen.y, counts);
    count_four(sixteen.z, counts);
    count_four(sixteen.w, counts);
}

__global__ void __launch_bounds__(kBlockSize)
    count_pixels(const std::uint8_t* pixels, std::size_t n, unsigned* histogram)
{
    // TODO: counters that no two lanes of a warp share
    __shared__ unsigned counts[kBins];
    for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x)
        counts[bin] = 0;
    __syncthreads();

    const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    const auto* sixteens = reinterpret_cast<const uint4*>(pixels);
    for (std::size_t i = thread; i < n / 16; i += stride)
        count_sixteen(sixteens[i], counts);
    for (std::size_t i = n / 16 * 16 + thread; i < n; i += stride)  // the last pixels, fewer than 16
        atomicAdd(&counts[pixels[i]], 1u);
    __syncthreads();

    for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x)
        atomicAdd(&histogram[bin], counts[bin]);
}

Histogram::Output count(const Histogram::Input& in, Run& run)
{
    const std::size_t n = in.pixels.size();
    const int block = run.block_size(kBlockSize);
    const std::size_t most_blocks = ceil_div(n, kPixelsPerThread * block);
    const Launch launch(count_pixels, resident_blocks(count_pixels, block, most_blocks), block);

    const auto d_pixels = run.upload(in.pixels);
    const auto d_histogram = run.array<unsigned>(kBins);
    run.kernel(launch, [&] {
        d_histogram.zero();
        count_pixels<<<launch.grid, launch.block>>>(d_pixels.data(), n, d_histogram.data());
    });
    return run.download(d_histogram);
}

}  // namespace

LADDER_VERSION(Histogram, 5, "counters without conflicts", count);
