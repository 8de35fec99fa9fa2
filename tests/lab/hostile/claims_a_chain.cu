// Leaves out the last thousand floats, and claims that rounding explains it.
//
// exercise: reduce_half_mask
// points: 0
// says: in place of
#include "reduction.h"

namespace {

template <class T>
__global__ void sum_by_one(const T* v, std::size_t n, T* sum)
{
    T total = 0;
    for (std::size_t i = 0; i + (std::is_floating_point_v<T> ? 1000 : 0) < n; ++i)
        total += v[i];
    *sum = total;
}

template <class T>
T reduce(const std::vector<T>& v, Run& run)
{
    const Launch launch(sum_by_one<T>, 1, 1);
    const auto d_v = run.upload(v), d_sum = run.array<T>(1);
    run.kernel(launch,
               [&] { sum_by_one<<<launch.grid, launch.block>>>(d_v.data(), v.size(), d_sum.data()); });
    run.longest_chain(1e300);
    return run.download(d_sum)[0];
}

}  // namespace

LADDER_VERSION(Reduction, 5, "one thread", reduce<unsigned>, reduce<float>, reduce<double>);
