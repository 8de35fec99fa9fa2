// reduce_lib: what a user would pick instead, CUB's DeviceReduce          ./reduce_lib -n 256Mi
#include "common/device/cuda_check.h"
#include "reduction.h"

#include <cub/device/device_reduce.cuh>

namespace {

template <class T>
T reduce(const std::vector<T>& v, Stopwatch& clock)
{
    const auto n = static_cast<std::int64_t>(v.size());
    DeviceArray<T> d_v(clock, v.size()), d_result(clock, 1);
    const auto sum = [&](void* scratch, std::size_t& scratch_bytes) {
        CUDA_CHECK(cub::DeviceReduce::Sum(scratch, scratch_bytes, d_v.data(), d_result.data(), n));
    };
    std::size_t scratch_bytes = 0;
    sum(nullptr, scratch_bytes);
    DeviceArray<unsigned char> scratch(clock, scratch_bytes);

    clock.upload([&] { d_v.copy_from(v); });
    clock.kernel({}, [&] { sum(scratch.data(), scratch_bytes); });

    std::vector<T> result;
    clock.download([&] { d_result.copy_to(result); });
    // CUB does not say how it adds. It runs at least one block of 256 threads per 16 Ki numbers or fills the
    // GPU: this bound assumes no more than 2^16 threads, and so is a loose one.
    clock.set_longest_chain(static_cast<double>(n) / 65536 + 256);
    return result[0];
}

}  // namespace

LADDER_VERSION(Reduction, kLibrary, "CUB DeviceReduce", reduce<unsigned>, reduce<float>, reduce<double>);
