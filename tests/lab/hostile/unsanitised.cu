// Hides the race from the emulator: it sees no access of a function that is not instrumented.
//
// exercise: count_lost_updates
// points: 0
// says: the attribute no_sanitize
#include "counter.h"

namespace {

__attribute__((noinline, no_sanitize("thread"), no_sanitize_coverage)) __device__ void add_one(int* count)
{
    ++*count;
}

__global__ void count_threads(std::size_t n, int* count)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        add_one(count);
    if (i == 0)
        atomicAdd(count, 0);
}

int count(std::size_t n, Run& run)
{
    const Launch launch(count_threads, ceil_div(n, 256), 256);
    const auto d_count = run.array<int>(1);
    run.kernel(launch, [&] {
        d_count.zero();
        count_threads<<<launch.grid, launch.block>>>(n, d_count.data());
    });
    return run.download(d_count)[0];
}

}  // namespace

LADDER_VERSION(Counter, 2, "a counter for all threads", count);
