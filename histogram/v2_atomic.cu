// hist_v2: a thread per pixel, global atomicAdd          ./hist_v2 --dist constant
//
// Wrong in v1: another thread comes between a thread's read and its write.
// Idea: atomicAdd reads, adds and writes in one step that nothing can come between.
// Still slow: pixels that are alike go to one address, and its additions stand in one line. Compare `--dist
// uniform` with `--dist constant`: the more alike the pixels, the slower.
#include "histogram.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void count_pixels(const std::uint8_t* pixels, std::size_t n, unsigned* histogram)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&histogram[pixels[i]], 1u);
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

LADDER_VERSION(Histogram, 2, "global atomicAdd", count);
