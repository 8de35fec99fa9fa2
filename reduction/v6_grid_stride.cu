// reduce_v6: many bytes in flight          ./reduce_v6 -n 256Mi
//
// Slow in v5: each thread asks for two numbers of 4 bytes, waits, and ends: too few bytes are in flight.
// Idea: a thread makes eight loads of 16 bytes before it uses the first, and a fixed grid strides through the
// numbers. The block that finishes last (an atomic count tells which) adds up the blocks' sums: one launch.
// Still slow for 2^22 numbers: after the last load, a fence, the count and the blocks' sums are three trips to the
// L2 cache, one after the other.
#include "reduction.h"

namespace {

constexpr int kBlockSize = 512;
constexpr int kLoads = 8;  // of 16 bytes, in flight at once

// How many numbers 16 bytes hold, and their sum.
template <class T>
constexpr int kPerLoad = 16 / sizeof(T);

template <class T>
__device__ T sum_of_load(uint4 loaded)
{
    T numbers[kPerLoad<T>];
    memcpy(numbers, &loaded, sizeof loaded);  // the same bits, read as numbers: costs nothing
    T sum = 0;
    for (int k = 0; k < kPerLoad<T>; ++k)
        sum += numbers[k];
    return sum;
}

template <class T>
__device__ T sum_of_warp(T value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(kAllLanes, value, offset);
    return value;
}

// Thread 0 gets the sum of the block's values. blockDim.x must be a multiple of 32.
template <class T>
__device__ T sum_of_block(T value)
{
    __shared__ T warp_sums[32];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
    value = sum_of_warp(value);
    __syncthreads();  // an earlier call may still read warp_sums
    if (lane == 0)
        warp_sums[warp] = value;
    __syncthreads();
    return warp == 0 ? sum_of_warp(lane < warps ? warp_sums[lane] : T{0}) : T{0};
}

// The partial sum of one thread.
template <class T>
__device__ T sum_of_thread(const T* v, std::size_t n)
{
    const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    const std::size_t loads = n / kPerLoad<T>;
    const auto* from = reinterpret_cast<const uint4*>(v);

    T sum = 0;
    for (std::size_t i = thread; i < loads; i += kLoads * stride) {
        uint4 loaded[kLoads];
#pragma unroll
        for (int k = 0; k < kLoads; ++k)  // a loop for the rest, load after load, would wait for each
            loaded[k] = i + k * stride < loads ? from[i + k * stride] : uint4{};
#pragma unroll
        for (int k = 0; k < kLoads; ++k)
            sum += sum_of_load<T>(loaded[k]);
    }
    for (std::size_t i = loads * kPerLoad<T> + thread; i < n; i += stride)  // too few numbers for a load
        sum += v[i];
    return sum;
}

// *result = the sum of v. block_sums: one T per block. blocks_done: 0 before the launch, and 0 again after
// it.
template <class T>
__global__ void __launch_bounds__(1024)
    sum(const T* v, std::size_t n, T* block_sums, unsigned* blocks_done, T* result)
{
    const T block_sum = sum_of_block(sum_of_thread(v, n));

    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        block_sums[blockIdx.x] = block_sum;
        __threadfence();  // the sum is seen by all before the count is
        is_last = atomicAdd(blocks_done, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last)
        return;

    __threadfence();
    T total = 0;
    for (unsigned b = threadIdx.x; b < gridDim.x; b += blockDim.x)
        total += block_sums[b];
    total = sum_of_block(total);
    if (threadIdx.x == 0) {
        *result = total;
        *blocks_done = 0;
    }
}

template <class T>
T reduce(const std::vector<T>& v, Run& run)
{
    const std::size_t n = v.size();
    const int block = run.block_size(kBlockSize, BlockRule::warps);
    const std::size_t per_block = std::size_t{kPerLoad<T>} * kLoads * block;
    const Launch launch(sum<T>, resident_blocks(sum<T>, block, ceil_div(n, per_block)), block);

    const auto d_v = run.upload(v);
    const auto d_sums = run.array<T>(launch.blocks()), d_result = run.array<T>(1);
    const auto d_blocks_done = run.zeros<unsigned>(1);
    run.kernel(launch, [&] {
        sum<<<launch.grid, launch.block>>>(d_v.data(), n, d_sums.data(), d_blocks_done.data(),
                                           d_result.data());
    });
    run.longest_chain(double(n) / double(launch.blocks() * block) + 64);  // a thread's numbers, then a tree
    return run.download(d_result)[0];
}

}  // namespace

LADDER_VERSION(Reduction, 6, "many bytes in flight", reduce<unsigned>, reduce<float>, reduce<double>);
