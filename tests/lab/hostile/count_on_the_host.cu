// The host knows n, and returns it; the kernel stores something.
//
// exercise: count_lost_updates
// points: 0
// says: no kernel stored|did not come from|made on the host
#include "counter.h"

namespace {

__global__ void store(int* count, std::size_t n)
{
    *count = 1;
}

int count(std::size_t n, Run& run)
{
    const Launch launch(store, 1, 1);
    const auto d_count = run.array<int>(1);
    run.kernel(launch, [&] { store<<<launch.grid, launch.block>>>(d_count.data(), n); });
    run.download(d_count);
    return static_cast<int>(n);
}

}  // namespace

LADDER_VERSION(Counter, 2, "one store", {count});
