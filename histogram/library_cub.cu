// hist_lib: CUB DeviceHistogram          ./hist_lib
#include "common/device/cuda_check.h"
#include "histogram.h"

#include <cub/device/device_histogram.cuh>

namespace {

Histogram::Output count(const Histogram::Input& in, Run& run)
{
    const std::size_t n = in.pixels.size();
    const auto d_pixels = run.upload(in.pixels);
    const auto d_histogram = run.array<unsigned>(kBins);
    const auto histogram_even = [&](void* scratch, std::size_t& scratch_bytes) {
        CUDA_CHECK(cub::DeviceHistogram::HistogramEven(scratch, scratch_bytes, d_pixels.data(), d_histogram.data(),
                                                       kBins + 1, 0, kBins, static_cast<std::int64_t>(n)));
    };
    std::size_t scratch_bytes = 0;
    histogram_even(nullptr, scratch_bytes);
    const auto scratch = run.array<unsigned char>(scratch_bytes);

    run.kernel({}, [&] { histogram_even(scratch.data(), scratch_bytes); });
    return run.download(d_histogram);
}

}  // namespace

LADDER_VERSION(Histogram, kLibrary, "CUB DeviceHistogram", count);
