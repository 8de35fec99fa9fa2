// hist_v6: a private column of counters for each lane          ./hist_v6 --dist constant
//
// Slow in v5: lanes whose pixels are alike queue up at one counter, lanes whose counters lie in one bank
// queue up at the bank.
// Idea: keep every counter 32 times, side by side, and let lane l use copy l. Copy l of each bin lies in
// bank l, so the 32 lanes of a warp always touch 32 different banks, whatever the picture. And four loads
// are under way before the first is used, so that the memory has something to do while the atomics run.
// Now one shared atomic per pixel and the bytes of the image remain: see the README for how far that is from
// the limit.
#include "histogram.h"

namespace {

constexpr int kBlockSize = 1024;  // two such blocks fill a multiprocessor, and leave few counters to merge
constexpr int kLanes = 32;
constexpr int kLoads = 4;  // of 16 pixels, under way at once

// column: this lane's counters, one in each row of kLanes.
__device__ __forceinline__ void count_four(unsigned four, unsigned* column)
{
    // __byte_perm takes byte k out in one instruction, where a shift and a mask would be two.
    for (int k = 0; k < 4; ++k)
        atomicAdd(&column[__byte_perm(four, 0, 0x4440 + k) * kLanes], 1u);
}

__device__ __forceinline__ void count_sixteen(uint4 sixteen, unsigned* column)
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
    const std::size_t n16 = n / 16;
    const auto* sixteens = reinterpret_cast<const uint4*>(pixels);

    std::size_t i = thread;
    for (; i + (kLoads - 1) * stride < n16; i += kLoads * stride) {
        uint4 loaded[kLoads];
        for (int k = 0; k < kLoads; ++k)
            loaded[k] = __ldcs(&sixteens[i + k * stride]);
        for (int k = 0; k < kLoads; ++k)
            count_sixteen(loaded[k], column);
    }
    for (; i < n16; i += stride)
        count_sixteen(__ldcs(&sixteens[i]), column);
    for (i = n16 * 16 + thread; i < n; i += stride)  // the last pixels, fewer than 16
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

Histogram::Output count(const Histogram::Pixels& pixels, Run& run)
{
    const std::size_t n = pixels.size();
    const int block = run.block_size(kBlockSize);
    const Launch launch(count_pixels, resident_blocks(count_pixels, block, ceil_div(n, 16 * kLoads * block)),
                        block);

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

LADDER_VERSION(Histogram, 6, "a column per lane", count);
