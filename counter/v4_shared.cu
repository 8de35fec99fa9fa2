// count_v4: counter per block          ./count_v4 -n 16Mi
//
// Slow in v2: every increment travels to the one counter in the L2 cache.
// Idea: each block counts in its own shared memory and adds its sum to the global counter once. Global
// atomics fall from n to the number of blocks.
// Still slow: the 32 lanes of a warp add to the same word of shared memory, one after another.
#include "counter.h"

namespace {

constexpr int kBlockSize = 256;

__global__ void count_threads(std::size_t n, int* count)
{
    __shared__ int block_count;
    if (threadIdx.x == 0)
        block_count = 0;
    __syncthreads();

    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&block_count, 1);
    __syncthreads();

    if (threadIdx.x == 0)
        atomicAdd(count, block_count);
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

LADDER_VERSION(Counter, 4, "counter per block", count);
