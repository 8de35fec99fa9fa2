// scan_v5: warp shuffles          ./scan_v5
//
// Slow in v4: every step goes through shared memory and ends at a barrier for the whole block.
// Idea: a lane can read another lane's register. __shfl_up_sync makes v1's steps within a warp, without
// shared memory and barriers; then the first warp scans the warps' sums. These are n log2(32) additions
// again, which costs nothing: a warp adds 32 numbers in one instruction even where only some of its lanes
// need it.
// Still slow: each thread asks for 4 bytes, waits, takes part in six shuffles and two barriers, and ends.
#include "levels.h"

namespace {

constexpr int kBlockSize = 256;

// Each lane gets the sum of the values up to its own. (Kogge-Stone, as v1.)
template <class T>
__device__ T scan_warp(T value)
{
    for (unsigned s = 1; s < 32; s *= 2) {
        const T left = __shfl_up_sync(kAllLanes, value, s);
        if (threadIdx.x % 32 >= s)
            value += left;
    }
    return value;
}

// out = the prefix sums of each block's part of v, a number per thread; block_sums[b] = the sum of block b's
// part.
template <class T>
__global__ void scan_blocks(const T* v, std::size_t n, bool exclusive, T* out, T* block_sums)
{
    __shared__ T warp_sums[32];
    const unsigned tid = threadIdx.x, lane = tid % 32, warp = tid / 32, warps = blockDim.x / 32;
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + tid;

    T sum = scan_warp(i < n ? v[i] : T{0});
    if (lane == 31)
        warp_sums[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        const T warp_sum = lane < warps ? warp_sums[lane] : 0;
        warp_sums[lane] = scan_warp(warp_sum);
    }
    __syncthreads();

    const T before = warp > 0 ? warp_sums[warp - 1] : 0;
    const T left = __shfl_up_sync(kAllLanes, sum, 1);
    if (i < n) {
        if (exclusive)
            out[i] = before + (lane > 0 ? left : 0);
        else
            out[i] = before + sum;
    }
    if (tid == blockDim.x - 1)
        block_sums[blockIdx.x] = before + sum;
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

LADDER_VERSION(Scan, 5, "warp shuffles", scan<unsigned>, scan<float>);
