// scan_lib: CUB DeviceScan          ./scan_lib -n 256Mi
#include "common/device/cuda_check.h"
#include "scan.h"

#include <cub/device/device_scan.cuh>

namespace {

template <class T>
std::vector<T> scan(const std::vector<T>& v, bool exclusive, Run& run)
{
    const auto n = static_cast<std::int64_t>(v.size());
    const auto d_v = run.upload(v);
    const auto d_sums = run.array<T>(v.size());
    const auto scan = [&](void* scratch, std::size_t& scratch_bytes) {
        if (exclusive)
            CUDA_CHECK(cub::DeviceScan::ExclusiveSum(scratch, scratch_bytes, d_v.data(), d_sums.data(), n));
        else
            CUDA_CHECK(cub::DeviceScan::InclusiveSum(scratch, scratch_bytes, d_v.data(), d_sums.data(), n));
    };
    std::size_t scratch_bytes = 0;
    scan(nullptr, scratch_bytes);
    const auto scratch = run.array<unsigned char>(scratch_bytes);
    run.kernel({}, [&] { scan(scratch.data(), scratch_bytes); });
    // CUB does not say how it adds. This bound assumes that it looks back over tiles of at least 1 Ki
    // numbers, one by one in the worst case, and so is a loose one.
    run.longest_chain(static_cast<double>(n) / 1024 + 256);
    return run.download(d_sums);
}

}  // namespace

LADDER_VERSION(Scan, kLibrary, "CUB DeviceScan", scan<unsigned>, scan<float>);
