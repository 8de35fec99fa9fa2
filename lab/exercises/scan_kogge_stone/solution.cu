// scan_kogge_stone: solution
//
// In step s a number adds the partial sum s places to its left. All threads read before any of them writes, and all have
// written before the next step reads.
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

    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (tid >= s)
            sum += partial[tid - s];
        __syncthreads();  // all have read
        if (tid >= s)
            partial[tid] = sum;
        __syncthreads();  // all have written
    }

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
