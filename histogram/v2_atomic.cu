// hist_v2: global atomicAdd          ./hist_v2 --dist constant
//
// Wrong in v1: another thread comes between a thread's read and its write.
// Idea: atomicAdd reads, adds and writes in one step that nothing can come between.
// Still slow: additions to one bin are serialised. The more alike the pixels, the slower: compare `--dist
// uniform` with `--dist constant`.
#include "histogram.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void count_pixels(const std::uint8_t* pixels, std::size_t n, unsigned* histogram)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&histogram[pixels[i]], 1u);
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

LADDER_VERSION(Histogram, 2, "global atomicAdd", count);
