// One thread stores n: right, but not what the task asks for. Its honest part counts.
//
// exercise: count_lost_updates
// points: 8
// says: Every thread adds one itself
#include "counter.h"

namespace {

__global__ void store(int* count, std::size_t n)
{
    *count = static_cast<int>(n);
}

int count(std::size_t n, Run& run)
{
    const Launch launch(store, 1, 1);
    const auto d_count = run.array<int>(1);
    run.kernel(launch, [&] { store<<<launch.grid, launch.block>>>(d_count.data(), n); });
    return run.download(d_count)[0];
}

}  // namespace

LADDER_VERSION(Counter, 2, "one store", {count});
