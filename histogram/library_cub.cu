// hist_lib: what a user would pick instead, CUB's DeviceHistogram          ./hist_lib
#include "common/device/cuda_check.h"
#include "histogram.h"

#include <cub/device/device_histogram.cuh>

namespace {

Histogram::Output count(const Histogram::Pixels& pixels, Run& run)
{
    const auto n = static_cast<std::int64_t>(pixels.size());
    DeviceArray<std::uint8_t> d_pixels(run, pixels.size());
    DeviceArray<unsigned> d_histogram(run, kBins);
    const auto histogram_even = [&](void* scratch, std::size_t& scratch_bytes) {
        CUDA_CHECK(cub::DeviceHistogram::HistogramEven(scratch, scratch_bytes, d_pixels.data(),
                                                       d_histogram.data(), kBins + 1, 0, kBins, n));
    };
    std::size_t scratch_bytes = 0;
    histogram_even(nullptr, scratch_bytes);
    DeviceArray<unsigned char> scratch(run, scratch_bytes);

    run.upload([&] { d_pixels.copy_from(pixels); });
    run.kernel({}, [&] { histogram_even(scratch.data(), scratch_bytes); });

    Histogram::Output histogram;
    run.download([&] { d_histogram.copy_to(histogram); });
    return histogram;
}

}  // namespace

LADDER_VERSION(Histogram, kLibrary, "CUB DeviceHistogram", count);
