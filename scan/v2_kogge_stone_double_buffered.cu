// scan_v2: Kogge-Stone, two buffers          ./scan_v2
//
// Slow in v1: the block waits at two barriers in each step.
// Idea: read one array, write another, and swap them: one barrier per step. An H200 gains nothing by it:
// it runs other blocks while one waits.
// Still slow: n log2(block) additions, where a CPU makes n, and each of them goes through shared memory.
#include "levels.h"

namespace {

constexpr int kBlockSize = 256;
constexpr int kMaxBlockSize = 1024;

// out = the prefix sums of each block's part of v, a number per thread; block_sums[b] = the sum of block b's
// part.
template <class T>
__global__ void scan_blocks(const T* v, std::size_t n, bool exclusive, T* out, T* block_sums)
{
    __shared__ T buffers[2][kMaxBlockSize];
    T *from = buffers[0], *to = buffers[1];
    const unsigned tid = threadIdx.x;
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + tid;

    T sum = i < n ? v[i] : 0;
    from[tid] = sum;
    __syncthreads();

    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (tid >= s)
            sum += from[tid - s];
        to[tid] = sum;
        __syncthreads();  // all have written `to`, and nobody reads `from` any more
        T* const other = from;
        from = to;
        to = other;
    }

    if (i < n) {
        if (exclusive)
            out[i] = tid > 0 ? from[tid - 1] : 0;
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

LADDER_VERSION(Scan, 2, "Kogge-Stone, two buffers", scan<unsigned>, scan<float>);
