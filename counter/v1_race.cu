// count_v1: plain increment          ./count_v1 -n 1Mi
//
// Idea: a thread per increment.
// Still wrong, on purpose: `*count = *count + 1` reads, adds and writes. Between a thread's read and its
// write thousands of others read the same old value, and all but one of their increments are lost.
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

LADDER_VERSION(Counter, 1, "plain increment", count)
    .wrong_by_design("threads race for the counter, and increments are lost");
