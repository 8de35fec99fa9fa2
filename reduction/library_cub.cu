// reduce_lib: CUB DeviceReduce          ./reduce_lib -n 256Mi
#include "common/device/cuda_check.h"
#include "reduction.h"

#include <cub/device/device_reduce.cuh>

namespace {

template <class T>
T reduce(const std::vector<T>& v, Run& run)
{
    const auto n = static_cast<std::int64_t>(v.size());
    const auto d_v = run.upload(v);
    const auto d_result = run.array<T>(1);
    const auto sum = [&](void* scratch, std::size_t& scratch_bytes) {
        CUDA_CHECK(cub::DeviceReduce::Sum(scratch, scratch_bytes, d_v.data(), d_result.data(), n));
    };
    std::size_t scratch_bytes = 0;
    sum(nullptr, scratch_bytes);
    const auto scratch = run.array<unsigned char>(scratch_bytes);
    run.kernel({}, [&] { sum(scratch.data(), scratch_bytes); });
    // CUB does not say how it adds. It runs at least one block of 256 threads per 16 Ki numbers or fills the
    // GPU: this bound assumes no more than 2^16 threads, and so is a loose one.
    run.longest_chain(double(n) / 65536 + 256);
    return run.download(d_result)[0];
}

}  // namespace

LADDER_VERSION(Reduction, kLibrary, "CUB DeviceReduce", reduce<unsigned>, reduce<float>, reduce<double>);
