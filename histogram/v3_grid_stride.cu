// hist_v3: a fixed grid strides through the image          ./hist_v3
//
// Slow in v2: a block is scheduled for every 256 pixels, and each of its threads does one addition and ends.
// Idea: start only as many blocks as the GPU can run at once; each thread goes through the image in steps of
// the whole grid. Neighbouring threads still read neighbouring pixels.
// Still slow: the atomics are the same as before. But now a block sees many pixels, which v4 turns to
// account.
#include "histogram.h"

namespace {

constexpr int kBlockSize = 256;
constexpr int kPixelsPerThread = 16;  // at least, if the image has as many

__global__ void count_pixels(const std::uint8_t* pixels, std::size_t n, unsigned* histogram)
{
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&histogram[pixels[i]], 1u);
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

LADDER_VERSION(Histogram, 3, "fixed grid, strides", count);
