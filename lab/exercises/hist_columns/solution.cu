// hist_columns: solution
//
// Each counter is there 32 times, in 32 adjacent words; lane l uses copy l, which lies in bank l.
#include "histogram.h"

namespace {

constexpr int kBlockSize = 1024;
constexpr int kPixelsPerThread = 64;  // at least, if the image has as many
constexpr int kLanes = 32;

// column: this lane's counters, one in each row of kLanes.
__device__ void count_four(unsigned four, unsigned* column)
{
    for (int shift = 0; shift < 32; shift += 8)
        atomicAdd(&column[((four >> shift) & 0xff) * kLanes], 1u);
}

__device__ void count_sixteen(uint4 sixteen, unsigned* column)
{
    count_four(sixteen.x, column);
    count_four(sixteen.y, column);
    count_four(sixteen.z, column);
    count_four(sixteen.w, column);
}

__global__ void __launch_bounds__(kBlockSize)
    count_pixels(const std::uint8_t* pixels, std::size_t n, unsigned* histogram)
{
    __shared__ unsigned counters[kBins * kLanes];  // 32 KiB
    for (int i = threadIdx.x; i < kBins * kLanes; i += blockDim.x)
        counters[i] = 0;
    __syncthreads();

    unsigned* column = counters + threadIdx.x % kLanes;
    const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    const auto* sixteens = reinterpret_cast<const uint4*>(pixels);
    for (std::size_t i = thread; i < n / 16; i += stride)
        count_sixteen(sixteens[i], column);
    for (std::size_t i = n / 16 * 16 + thread; i < n; i += stride)  // the last pixels, fewer than 16
        atomicAdd(&column[pixels[i] * kLanes], 1u);
    __syncthreads();

    // A thread adds up one bin. Thread t starts at column t, so that the lanes of a warp are at different
    // banks here, too.
    for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x) {
        unsigned sum = 0;
        for (int k = 0; k < kLanes; ++k)
            sum += counters[bin * kLanes + (bin + k) % kLanes];
        atomicAdd(&histogram[bin], sum);
    }
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
