// count_v5: one shared atomic per warp          ./count_v5 -n 16Mi
//
// Slow in v4: 32 lanes of a warp add one each to the same word.
// Idea: a warp can vote. __ballot_sync gives every lane a word with one bit per lane that has something to
// add; its population count is the warp's sum, and one lane adds it. Shared atomics fall by 32.
// Now the time goes into starting n threads that do next to nothing: a real program would let each thread
// count many items, as hist_v3 does.
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
    const unsigned lanes_with_one = __ballot_sync(0xffffffff, i < n);
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

    DeviceArray<int> d_count(run, 1);
    run.kernel(launch, [&] {
        d_count.zero();
        count_threads<<<launch.grid, launch.block>>>(n, d_count.data());
    });

    std::vector<int> result;
    run.download([&] { d_count.copy_to(result); });
    return result[0];
}

}  // namespace

LADDER_VERSION(Counter, 5, "one atomic per warp", count);
