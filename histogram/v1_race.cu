// hist_v1: a thread per pixel, plain increments          ./hist_v1 -i photo.png
//
// Wrong, on purpose: the lecture's first GPU version. `histogram[...]++` reads, adds and writes; threads
// whose pixels are alike read the same old count, and all but one of their increments are lost.
// See v2 for the cure.
#include "histogram.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void count_pixels(const std::uint8_t* pixels, std::size_t n, unsigned* histogram)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        histogram[pixels[i]]++;
}

Histogram::Output count(const Histogram::Pixels& pixels, Run& run)
{
    const std::size_t n = pixels.size();
    const int block = run.block_size(kBlockSize);
    const Launch launch(count_pixels, ceil_div(n, block), block);

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

LADDER_VERSION(Histogram, 1, "plain increments", count)
    .wrong_by_design("threads race for the bins, and increments are lost");
