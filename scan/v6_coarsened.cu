// scan_v6: 16 numbers per thread          ./scan_v6 -n 256Mi
//
// Slow in v5: each thread asks for 4 bytes, waits, takes part in six shuffles and two barriers, and ends.
// Idea: a thread makes four loads of 16 bytes and adds up the four numbers of each in registers. Only these
// sums are scanned across the warp: about a quarter of the shuffles, and two barriers serve 16 times as many
// numbers.
// Still slow: a block learns only in a second pass what stands before it: each number is read and written
// twice.
#include "four.h"
#include "levels.h"

namespace {

constexpr int kBlockSize = 256;
constexpr int kLoads = 4;  // per thread, of 4 numbers each

// The lane's first number: rows of a warp, warps of a block, blocks.
__device__ std::size_t first_number()
{
    const std::size_t warp = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) / 32;
    return 4 * (warp * 32 * kLoads + threadIdx.x % 32);
}

// out = the prefix sums of each block's part of v, 4 kLoads numbers per thread; block_sums[b] = the sum of
// block b's part.
template <class T>
__global__ void scan_blocks(const T* v, std::size_t n, bool exclusive, T* out, T* block_sums)
{
    __shared__ T warp_sums[32];
    const unsigned tid = threadIdx.x, lane = tid % 32, warp = tid / 32, warps = blockDim.x / 32;
    const std::size_t first = first_number();

    Four<T> numbers[kLoads];
    for (int k = 0; k < kLoads; ++k)
        numbers[k] = load_four(v, n, first + k * 128);
    T before_load[kLoads];
    const T part = scan_rows<T>(numbers, before_load);

    if (lane == 31)
        warp_sums[warp] = part;
    __syncthreads();
    if (warp == 0) {
        const T warp_sum = lane < warps ? warp_sums[lane] : 0;
        warp_sums[lane] = scan_warp(warp_sum);
    }
    __syncthreads();

    const T before = warp > 0 ? warp_sums[warp - 1] : 0;
    for (int k = 0; k < kLoads; ++k)
        store_four(out, n, first + k * 128, scan_four<T>(numbers[k], before + before_load[k], exclusive));
    if (tid == blockDim.x - 1)
        block_sums[blockIdx.x] = before + part;
}

// Adds before[b] to block b's part of sums.
template <class T>
__global__ void add_before(T* sums, std::size_t n, const T* before)
{
    const std::size_t first = first_number();
    const T offset = before[blockIdx.x];
    for (int k = 0; k < kLoads; ++k) {
        const std::size_t i = first + k * 128;
        const Four<T> four = load_four(sums, n, i);
        store_four<T>(sums, n, i, {four.x + offset, four.y + offset, four.z + offset, four.w + offset});
    }
}

template <class T>
std::vector<T> scan(const std::vector<T>& v, bool exclusive, Run& run)
{
    const int block = run.block_size(kBlockSize, BlockRule::warps);
    return levels::scan<T>(v, exclusive, run,
                           {scan_blocks<T>, add_before<T>, block, std::size_t{4} * kLoads * block});
}

}  // namespace

LADDER_VERSION(Scan, 6, "16 numbers per thread", scan<unsigned>, scan<float>);
