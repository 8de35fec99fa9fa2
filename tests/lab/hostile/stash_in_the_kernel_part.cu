// A kernel puts the input, slice by slice, into a small variable that the emulator lets the host read; all of it is counted.
//
// exercise: reduce_half_mask
// points: 0
// says: in variables
#include "common/device/cuda_check.h"
#include "reduction.h"

#include <algorithm>

namespace {

constexpr std::size_t kSlice = 512;
__device__ double stash[kSlice];

template <class T>
__global__ void put(const T* v, std::size_t first, std::size_t n)
{
    const std::size_t i = first + threadIdx.x;
    if (i < n)
        stash[threadIdx.x] = static_cast<double>(v[i]);
}

template <class T>
__global__ void store(T value, T* sum)
{
    *sum = value;
}

template <class T>
T reduce(const std::vector<T>& v, Run& run)
{
    const auto d_v = run.upload(v), d_sum = run.array<T>(1);
    const Launch launch(put<T>, 1, kSlice);
    run.kernel(launch, [&] {
        T sum = 0;
        for (std::size_t first = 0; first < v.size(); first += kSlice) {
            put<<<1, kSlice>>>(d_v.data(), first, v.size());
            cudaDeviceSynchronize();
            for (std::size_t i = 0; i < std::min(kSlice, v.size() - first); ++i)
                sum += static_cast<T>(stash[i]);
        }
        store<<<1, 1>>>(sum, d_sum.data());
    });
    return run.download(d_sum)[0];
}

}  // namespace

LADDER_VERSION(Reduction, 5, "one thread", reduce<unsigned>, reduce<float>, reduce<double>);
