// scan_v4: Brent-Kung, padded          ./scan_v4
//
// Slow in v3: the lanes of a warp work 2 s numbers apart and meet in the same banks of shared memory.
// Idea: leave a gap of one word after every 32. Numbers 32 places apart then lie 33 words apart, in adjacent
// banks.
// Still slow, slower than v2: most steps keep only a few threads busy, yet the whole block waits at a barrier
// after each.
#include "levels.h"

namespace {

constexpr int kBlockSize = 256;
constexpr int kMaxBlockSize = 1024;

// Where number k of the part lies.
__device__ unsigned padded(unsigned k)
{
    return k + k / 32;
}

// out = the prefix sums of each block's part of v, two numbers per thread; block_sums[b] = the sum of block
// b's part. blockDim.x must be a power of two.
template <class T>
__global__ void scan_blocks(const T* v, std::size_t n, bool exclusive, T* out, T* block_sums)
{
    __shared__ T partial[2 * kMaxBlockSize + 2 * kMaxBlockSize / 32];
    const unsigned tid = threadIdx.x, part = 2 * blockDim.x;
    const std::size_t first = std::size_t{blockIdx.x} * part;

    for (unsigned k = tid; k < part; k += blockDim.x)
        partial[padded(k)] = first + k < n ? v[first + k] : 0;

    for (unsigned s = 1; s < part; s *= 2) {
        __syncthreads();
        const unsigned right = 2 * s * (tid + 1) - 1;
        if (right < part)
            partial[padded(right)] += partial[padded(right - s)];
    }
    for (unsigned s = part / 4; s > 0; s /= 2) {
        __syncthreads();
        const unsigned right = 2 * s * tid + s - 1;
        if (tid > 0 && right < part)
            partial[padded(right)] += partial[padded(right - s)];
    }
    __syncthreads();

    for (unsigned k = tid; k < part; k += blockDim.x)
        if (first + k < n) {
            if (exclusive)
                out[first + k] = k > 0 ? partial[padded(k - 1)] : 0;
            else
                out[first + k] = partial[padded(k)];
        }
    if (tid == 0)
        block_sums[blockIdx.x] = partial[padded(part - 1)];
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

LADDER_VERSION(Scan, 4, "Brent-Kung, padded", scan<unsigned>, scan<float>);
