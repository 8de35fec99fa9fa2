// count_v2: global atomicAdd          ./count_v2 -n 16Mi
//
// Wrong in v1: another thread comes between a thread's read and its write.
// Idea: atomicAdd reads, adds and writes in one step that nothing can come between; the L2 cache carries it
// out.
// Still slow: all additions go to one address, where they are serialised. (As address and addend are the same
// in all lanes, nvcc sends one addition per warp by itself: v5 does that by hand, and for whole blocks.)
#include "counter.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void count_threads(std::size_t n, int* count)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(count, 1);
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

LADDER_VERSION(Counter, 2, "global atomicAdd", count);
