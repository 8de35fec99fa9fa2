// scan_lib: what a user would pick instead, CUB's DeviceScan          ./scan_lib -n 256Mi
#include "common/device/cuda_check.h"
#include "scan.h"

#include <cub/device/device_scan.cuh>

namespace {

template <class T>
std::vector<T> scan(const Scan::Problem<T>& in, Run& run)
{
    const auto n = static_cast<std::int64_t>(in.numbers.size());
    DeviceArray<T> d_v(run, in.numbers.size()), d_sums(run, in.numbers.size());
    const auto scan = [&](void* scratch, std::size_t& scratch_bytes) {
        if (in.exclusive)
            CUDA_CHECK(cub::DeviceScan::ExclusiveSum(scratch, scratch_bytes, d_v.data(), d_sums.data(), n));
        else
            CUDA_CHECK(cub::DeviceScan::InclusiveSum(scratch, scratch_bytes, d_v.data(), d_sums.data(), n));
    };
    std::size_t scratch_bytes = 0;
    scan(nullptr, scratch_bytes);
    DeviceArray<unsigned char> scratch(run, scratch_bytes);

    run.upload([&] { d_v.copy_from(in.numbers); });
    run.kernel({}, [&] { scan(scratch.data(), scratch_bytes); });

    std::vector<T> sums;
    run.download([&] { d_sums.copy_to(sums); });
    // CUB does not say how it adds. This bound assumes that it looks back over tiles of at least 1 Ki numbers, one
    // by one in the worst case, and so is a loose one.
    run.longest_chain(static_cast<double>(n) / 1024 + 256);
    return sums;
}

}  // namespace

LADDER_VERSION(Scan, kLibrary, "CUB DeviceScan", scan<unsigned>, scan<float>);
