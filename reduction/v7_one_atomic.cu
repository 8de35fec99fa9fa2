// reduce_v7: sum and count in one atomic          ./reduce_v7
//
// Slow in v6: after the last load, a fence, the count and the blocks' sums are three trips to the L2 cache, one after
// the other: 2 of 9.3 us for 2^22 ints.
// Idea: atomics add up the blocks' sums. For ints one 64-bit atomicAdd adds the sum and counts the block, and what it
// returns gives the last block the total: one trip. A float's sum is an atomicAdd of its own, before the count.
// Limit: 7.9 us on an H200 for 2^22 ints, where a launch takes 2.8 us and a kernel that only loads them 7.5 us.
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

// What the blocks have added up so far. 0 before the launch, and 0 again after it.
template <class T>
struct Tally {
    T sum;
    unsigned blocks;
};
template <>
struct Tally<unsigned> {
    unsigned long long sum_and_blocks;  // the sum in the upper half, where nothing carries out of it
};

// Adds a block's sum. The block that comes last stores the total.
template <class T>
__device__ void add_block(Tally<T>* tally, T sum, T* result)
{
    atomicAdd(&tally->sum, sum);
    __threadfence();  // the sum is added before the block is counted
    if (atomicAdd(&tally->blocks, 1u) != gridDim.x - 1)
        return;
    __threadfence();
    *result = *const_cast<volatile T*>(&tally->sum);
    *tally = {};
}

__device__ void add_block(Tally<unsigned>* tally, unsigned sum, unsigned* result)
{
    const unsigned long long added = static_cast<unsigned long long>(sum) << 32 | 1;
    const unsigned long long before = atomicAdd(&tally->sum_and_blocks, added);
    if (static_cast<unsigned>(before) != gridDim.x - 1)
        return;
    *result = static_cast<unsigned>((before + added) >> 32);
    *tally = {};
}

// *result = the sum of v.
template <class T>
__global__ void __launch_bounds__(1024) sum(const T* v, std::size_t n, Tally<T>* tally, T* result)
{
    const T block_sum = sum_of_block(sum_of_thread(v, n));
    if (threadIdx.x == 0)
        add_block(tally, block_sum, result);
}

template <class T>
T reduce(const std::vector<T>& v, Run& run)
{
    const std::size_t n = v.size();
    const int block = run.block_size(kBlockSize, BlockRule::warps);
    const std::size_t per_block = std::size_t{kPerLoad<T>} * kLoads * block;
    const Launch launch(sum<T>, resident_blocks(sum<T>, block, ceil_div(n, per_block)), block);

    const auto d_v = run.upload(v);
    const auto d_result = run.array<T>(1);
    const auto d_tally = run.zeros<Tally<T>>(1);
    run.kernel(launch,
               [&] { sum<<<launch.grid, launch.block>>>(d_v.data(), n, d_tally.data(), d_result.data()); });
    // A thread's numbers, a tree, and the blocks in any order.
    run.longest_chain(double(n) / double(launch.blocks() * block) + 64 + launch.blocks());
    return run.download(d_result)[0];
}

}  // namespace

LADDER_VERSION(Reduction, 7, "sum and count in one atomic", reduce<unsigned>, reduce<float>, reduce<double>);
