// hist_v5: 16 pixels per load          ./hist_v5
//
// Slow in v4: a warp's load asks for 32 bytes, one per lane; it could ask for 512.
// Idea: read the image as uint4, 16 pixels in one 16-byte load. Global requests fall by 16; the bytes stay
// the same.
// Still slow: lanes whose pixels are alike wait for each other at one bin, and lanes whose bins lie in one
// bank wait too. Compare `--dist uniform` with `--dist constant`. See v6.
#include "histogram.h"

namespace {

constexpr int kBlockSize = 256;
constexpr int kPixelsPerThread = 64;  // at least, if the image has as many

__device__ void count_four(unsigned four, unsigned* counts)
{
    for (int shift = 0; shift < 32; shift += 8)
        atomicAdd(&counts[(four >> shift) & 0xff], 1u);
}

__global__ void count_pixels(const std::uint8_t* pixels, std::size_t n, unsigned* histogram)
{
    __shared__ unsigned counts[kBins];
    for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x)
        counts[bin] = 0;
    __syncthreads();

    const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    const auto* sixteens = reinterpret_cast<const uint4*>(pixels);
    for (std::size_t i = thread; i < n / 16; i += stride) {
        const uint4 sixteen = sixteens[i];
        count_four(sixteen.x, counts);
        count_four(sixteen.y, counts);
        count_four(sixteen.z, counts);
        count_four(sixteen.w, counts);
    }
    for (std::size_t i = n / 16 * 16 + thread; i < n; i += stride)  // the last pixels, fewer than 16
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

LADDER_VERSION(Histogram, 5, "16-byte loads", count);
