// hist_v1: plain increments          ./hist_v1 -i photo.png
//
// Idea: a thread per pixel, as most first GPU versions have it.
// Still wrong, on purpose: `histogram[...]++` reads, adds and writes. Threads with equal pixels read the same
// old count, and all but one of their increments are lost.
#include "histogram.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void count_pixels(const std::uint8_t* pixels, std::size_t n, unsigned* histogram)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        histogram[pixels[i]]++;
}

Histogram::Output count(const Histogram::Input& in, Run& run)
{
    const std::size_t n = in.pixels.size();
    const int block = run.block_size(kBlockSize);
    const Launch launch(count_pixels, ceil_div(n, block), block);

    const auto d_pixels = run.upload(in.pixels);
    const auto d_histogram = run.array<unsigned>(kBins);
    run.kernel(launch, [&] {
        d_histogram.zero();
        count_pixels<<<launch.grid, launch.block>>>(d_pixels.data(), n, d_histogram.data());
    });
    return run.download(d_histogram);
}

}  // namespace

LADDER_VERSION(Histogram, 1, "plain increments", count)
    .wrong_by_design("threads race for the bins, and increments are lost");
