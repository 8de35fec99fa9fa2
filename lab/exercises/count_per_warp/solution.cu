// count_per_warp: solution
//
// __ballot_sync gives a word with one bit per lane that has something to add. Its population count is the warp's
// sum, and lane 0 adds it: one shared atomic per warp. All lanes vote, also those beyond n.
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

LADDER_VERSION(Counter, 4, "counter per block", count);
