// scan_kogge_stone: the prefix sums of a block's numbers in log2(block) steps. Each number adds the partial sum 1, 2,
// 4, ... places to its left. levels.h joins the blocks.
//
// Check it with: scripts/lab check scan_kogge_stone
#include "levels.h"

namespace {

constexpr int kBlockSize = 256;
constexpr int kMaxBlockSize = 1024;

// out = the prefix sums of each block's part of v, a number per thread; block_sums[b] = the sum of block b's
// part.
template <class T>
__global__ void scan_blocks(const T* v, std::size_t n, bool exclusive, T* out, T* block_sums)
{
    __shared__ T partial[kMaxBlockSize];
    const unsigned tid = threadIdx.x;
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + tid;

    T sum = i < n ? v[i] : 0;
    partial[tid] = sum;
    __syncthreads();

    // TODO: steps s = 1, 2, 4, ...: add the partial sum s places to the left, and keep the new sum in partial[tid]

    if (i < n) {
        if (exclusive)
            out[i] = tid > 0 ? partial[tid - 1] : 0;
        else
            out[i] = sum;
    }
    if (tid == blockDim.x - 1)
        block_sums[blockIdx.x] = sum;
}

template <class T>
std::vector<T> scan(const std::vector<T>& v, bool exclusive, Run& run)
{
    const int block = run.block_size(kBlockSize, BlockRule::warps);
    return levels::scan<T>(
        v, exclusive, run,
        {scan_blocks<T>, levels::add_before<T, 1>, block, static_cast<std::size_t>(block)});
}

}  // namespace

LADDER_VERSION(Scan, 1, "Kogge-Stone, in place", scan<unsigned>, scan<float>);
