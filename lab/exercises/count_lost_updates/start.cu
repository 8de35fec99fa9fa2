// count_lost_updates: n threads each add one to a counter, but the count is far too small. Find out why, and
// repair the kernel.
//
// Check it with: scripts/lab check count_lost_updates
#include "counter.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void count_threads(std::size_t n, int* count)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        *count = *count + 1;
}

int count(std::size_t n, Run& run)
{
    const int block = run.block_size(kBlockSize);
    const Launch launch(count_threads, ceil_div(n, block), block);

    const auto d_count = run.array<int>(1);
    run.kernel(launch, [&] {
        d_count.zero();
        count_threads<<<launch.grid, launch.block>>>(n, d_count.data());
    });
    return run.download(d_count)[0];
}

}  // namespace

LADDER_VERSION(Counter, 2, "a counter for all threads", count);
