// count_v5: one atomic per warp          ./count_v5 -n 16Mi
//
// Slow in v4: 32 lanes of a warp add one each to the same word.
// Idea: a vote. __ballot_sync gives every lane a word with one bit per lane that has something to add; its
// population count is the warp's sum, and one lane adds it. Shared atomics fall by 32.
// Limit: starting n threads that do next to nothing. An H200 takes v4's time, as its shared memory counts the
// lanes at one address by itself; v5 pays where the addends differ, or on a GPU that lacks this.
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
    const unsigned lanes_with_one = __ballot_sync(kAllLanes, i < n);
    if (threadIdx.x % 32 == 0)
        atomicAdd(&block_count, __popc(lanes_with_one));
    __syncthreads();

    if (threadIdx.x == 0)
        atomicAdd(count, block_count);
}

int count(std::size_t n, Run& run)
{
    const int block = run.block_size(kBlockSize, BlockRule::warps);
    const Launch launch(count_threads, ceil_div(n, block), block);

    const auto d_count = run.array<int>(1);
    run.kernel(launch, [&] {
        d_count.zero();
        count_threads<<<launch.grid, launch.block>>>(n, d_count.data());
    });
    return run.download(d_count)[0];
}

}  // namespace

LADDER_VERSION(Counter, 5, "one atomic per warp", count);
