// count_v2: atomicAdd on global memory          ./count_v2 -n 16Mi
//
// Wrong in v1: another thread comes between a thread's read and its write.
// Idea: atomicAdd reads, adds and writes in one step that nothing can come between; the L2 cache carries it
// out.
// Still slow: all 32 lanes of a warp want the same address, so their additions stand in one line, and so do
// those of all warps. (nvcc sees that the address and the addend are the same in all lanes, and sends one
// addition per warp for plain code like this; v5 does by hand what it does here, and does it for whole
// blocks.)
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

LADDER_VERSION(Counter, 2, "global atomicAdd", count);
