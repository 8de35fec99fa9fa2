// scan_v3: Brent-Kung          ./scan_v3
//
// Slow in v2: every number takes part in every step: n log2(block) additions.
// Idea: build a tree of sums (up-sweep), then fill in the prefix sums between (down-sweep): 2 n additions.
// (R. P. Brent, H. T. Kung, A Regular Layout for Parallel Adders, 1982.)
// Still slow, slower than v2: O(n) additions do not pay where a warp makes 32 in the time of one, as there
// are twice as many steps; and lanes of a warp meet in a bank, as they work 2 s numbers apart.
#include "levels.h"

namespace {

constexpr int kBlockSize = 256;
constexpr int kMaxBlockSize = 1024;

// out = the prefix sums of each block's part of v, two numbers per thread; block_sums[b] = the sum of block
// b's part. blockDim.x must be a power of two.
template <class T>
__global__ void scan_blocks(const T* v, std::size_t n, bool exclusive, T* out, T* block_sums)
{
    __shared__ T partial[2 * kMaxBlockSize];
    const unsigned tid = threadIdx.x, part = 2 * blockDim.x;
    const std::size_t first = std::size_t{blockIdx.x} * part;

    for (unsigned k = tid; k < part; k += blockDim.x)
        partial[k] = first + k < n ? v[first + k] : 0;

    for (unsigned s = 1; s < part; s *= 2) {
        __syncthreads();
        const unsigned right = 2 * s * (tid + 1) - 1;
        if (right < part)
            partial[right] += partial[right - s];
    }
    for (unsigned s = part / 4; s > 0; s /= 2) {
        __syncthreads();
        const unsigned right = 2 * s * tid + s - 1;
        if (tid > 0 && right < part)
            partial[right] += partial[right - s];
    }
    __syncthreads();

    for (unsigned k = tid; k < part; k += blockDim.x)
        if (first + k < n) {
            if (exclusive)
                out[first + k] = k > 0 ? partial[k - 1] : 0;
            else
                out[first + k] = partial[k];
        }
    if (tid == 0)
        block_sums[blockIdx.x] = partial[part - 1];
}

template <class T>
std::vector<T> scan(const std::vector<T>& v, bool exclusive, Run& run)
{
    const int block = run.block_size(kBlockSize, BlockRule::power_of_two);
    return levels::scan<T>(
        v, exclusive, run,
        {scan_blocks<T>, levels::add_before<T, 2>, block, 2 * static_cast<std::size_t>(block)});
}

}  // namespace

LADDER_VERSION(Scan, 3, "Brent-Kung", scan<unsigned>, scan<float>);
