// hist_per_block: the histogram of an image. The start counts each pixel in global memory; count in a histogram of the
// block in shared memory, and add that to the global one at the end.
//
// Check it with: scripts/lab check hist_per_block
#include "histogram.h"

namespace {

constexpr int kBlockSize = 256;
constexpr int kPixelsPerThread = 16;  // at least, if the image has as many

__global__ void count_pixels(const std::uint8_t* pixels, std::size_t n, unsigned* histogram)
{
    // TODO: count in shared memory, and add the block's counts to histogram at the end
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&histogram[pixels[i]], 1u);
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

LADDER_VERSION(Histogram, 4, "histogram per block", count);
