// Blocks and warps that wait for one another through flags in memory: correct programs, and one that forgets a fence.
#include "cases.h"

using namespace cases;

namespace flags {
namespace {

constexpr int kBlocks = 40, kBlock = 64;

__device__ unsigned finished_blocks;

// The last block to finish adds the sums of all (threadFenceReduction of the CUDA samples).
template <bool fence>
__global__ void sum_in_last_block(const int* in, int* block_sums, int* total)
{
    __shared__ int partial[kBlock];
    __shared__ bool is_last;
    const int t = threadIdx.x;
    partial[t] = in[blockIdx.x * kBlock + t];
    __syncthreads();
    for (int s = kBlock / 2; s > 0; s /= 2) {
        if (t < s)
            partial[t] += partial[t + s];
        __syncthreads();
    }
    if (t == 0) {
        block_sums[blockIdx.x] = partial[0];
        if (fence)
            __threadfence();
        is_last = atomicInc(&finished_blocks, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last) {
        int sum = 0;
        for (unsigned i = t; i < gridDim.x; i += kBlock)
            sum += block_sums[i];  // here: last_block_without_fence
        atomicAdd(total, sum);
    }
}

// Every thread publishes a value of its own before the barrier.
__global__ void all_threads_publish(int* values, int* total)
{
    __shared__ bool is_last;
    values[blockIdx.x * kBlock + threadIdx.x] = 1;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        is_last = atomicAdd(&finished_blocks, 1u) == gridDim.x - 1;
    __syncthreads();
    if (is_last)
        for (unsigned i = threadIdx.x; i < gridDim.x * kBlock; i += kBlock)
            atomicAdd(total, values[i]);
}

enum { kNothing = 0, kAggregate = 1, kPrefix = 2 };

// Single-pass prefix sum of the blocks' sizes by decoupled look-back: Merrill and Garland, 2016.
__global__ void look_back(volatile int* aggregates, volatile int* prefixes, volatile int* flags, int* out)
{
    __shared__ int prefix;
    const int block = blockIdx.x;
    if (threadIdx.x == 0) {
        const int mine = block + 1;
        aggregates[block] = mine;
        __threadfence();
        flags[block] = kAggregate;
        int sum = 0;
        for (int before = block - 1; before >= 0;) {
            const int flag = flags[before];
            if (flag == kNothing)
                continue;
            __threadfence();
            if (flag == kPrefix) {
                sum += prefixes[before];
                break;
            }
            sum += aggregates[before--];
        }
        prefixes[block] = sum + mine;
        __threadfence();
        flags[block] = kPrefix;
        prefix = sum;
    }
    __syncthreads();
    out[block * kBlock + threadIdx.x] = prefix;
}

// Block b waits for block b + 1, so all have to be resident. Shared memory must survive the waiting.
__global__ void wait_for_next(volatile int* flags, int* out)
{
    __shared__ int buffer[kBlock];
    buffer[threadIdx.x] = blockIdx.x;
    if (threadIdx.x == 0) {
        if (blockIdx.x + 1 < gridDim.x)
            while (flags[blockIdx.x + 1] == 0) {
            }
        flags[blockIdx.x] = 1;
    }
    __syncthreads();
    out[blockIdx.x * kBlock + threadIdx.x] = buffer[kBlock - 1 - threadIdx.x];
}

__device__ unsigned arrived;

__device__ void grid_barrier(unsigned blocks_until_now)
{
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(&arrived, 1u);
        while (*static_cast<volatile unsigned*>(&arrived) < blocks_until_now)
            __nanosleep(100);
        __threadfence();
    }
    __syncthreads();
}

__global__ void neighbours_through_grid_barriers(int* a, int* b)
{
    const unsigned n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i;
    grid_barrier(gridDim.x);
    b[i] = a[(i + blockDim.x) % n];
    grid_barrier(2 * gridDim.x);
    a[i] = b[(i + blockDim.x) % n];
}

// One word carries both the flag and the value: no fence is needed.
__global__ void chain_by_one_word(unsigned long long* words, int* out)
{
    if (threadIdx.x == 0) {
        unsigned long long before = 1ull << 32;
        if (blockIdx.x > 0)
            while (((before = atomicAdd(&words[blockIdx.x - 1], 0ull)) >> 32) == 0) {
            }
        atomicExch(&words[blockIdx.x], before + 1);
        out[blockIdx.x] = int(before);
    }
}

// A lane that holds the lock must get on while the others of its warp spin.
__global__ void critical_section(int* lock, int* count)
{
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            *count = *count + 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}

__global__ void spin_without_leaving(int* lock, int* count)
{
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *count = *count + 1;
    __threadfence();
    atomicExch(lock, 0);
}

// One warp waits for another one of its block.
__global__ void warp_waits_for_warp(int* out)
{
    __shared__ volatile int ready;
    __shared__ int value;
    if (threadIdx.x == 0)
        ready = 0;
    __syncthreads();
    if (threadIdx.x == 0)
        while (ready == 0) {
        }
    if (threadIdx.x == 32) {
        value = 42;
        __threadfence_block();
        ready = 1;
    }
    if (threadIdx.x == 0)
        *out = value;
}

__global__ void wait_for_ever(volatile int* flag)
{
    while (*flag == 0) {  // here: no_forward_progress
    }
}

int* iota(int n)
{
    std::vector<int> v(n);
    for (int i = 0; i < n; ++i)
        v[i] = i;
    return device_array(n, v.data());
}

void reset(unsigned& variable)
{
    const unsigned zero = 0;
    cudaMemcpyToSymbol(variable, &zero, sizeof zero);
}

}  // namespace

namespace {

__global__ void count_in_blocks(int* counts, int stride)
{
    atomicAdd_block(&counts[blockIdx.x * stride], 1);  // here: a_block_atomic_shared_by_blocks
}

}  // namespace

CASE(a_block_atomic_for_each_block)
{
    int* counts = zeroes<int>(4);
    count_in_blocks<<<4, 64>>>(counts, 1);
    keep(counts, 4);
}
CASE(a_block_atomic_shared_by_blocks)
{
    count_in_blocks<<<4, 64>>>(zeroes<int>(4), 0);
}
CASE(last_block)
{
    reset(finished_blocks);
    int* total = zeroes<int>(1);
    sum_in_last_block<true><<<kBlocks, kBlock>>>(iota(kBlocks * kBlock), device_array<int>(kBlocks), total);
    keep(total, 1);
}
CASE(last_block_without_fence)
{
    reset(finished_blocks);
    sum_in_last_block<false>
        <<<kBlocks, kBlock>>>(iota(kBlocks * kBlock), device_array<int>(kBlocks), zeroes<int>(1));
}
CASE(all_threads_publish_to_last_block)
{
    reset(finished_blocks);
    int* total = zeroes<int>(1);
    all_threads_publish<<<kBlocks, kBlock>>>(device_array<int>(kBlocks * kBlock), total);
    keep(total, 1);
}
CASE(decoupled_look_back)
{
    int* out = zeroes<int>(kBlocks * kBlock);
    look_back<<<kBlocks, kBlock>>>(zeroes<int>(kBlocks), zeroes<int>(kBlocks), zeroes<int>(kBlocks), out);
    keep(out + (kBlocks - 1) * kBlock, 1);
}
CASE(blocks_wait_for_later_blocks)
{
    int* out = zeroes<int>(kBlocks * kBlock);
    wait_for_next<<<kBlocks, kBlock>>>(zeroes<int>(kBlocks), out);
    keep(out, kBlocks * kBlock);
}
CASE(grid_barriers)
{
    reset(arrived);
    int* a = device_array<int>(kBlocks * kBlock);
    neighbours_through_grid_barriers<<<kBlocks, kBlock>>>(a, device_array<int>(kBlocks * kBlock));
    keep(a, kBlocks * kBlock);
}
CASE(more_blocks_than_the_device_holds)
{
    reset(arrived);
    neighbours_through_grid_barriers<<<17, 1024>>>(device_array<int>(17 * 1024),
                                                   device_array<int>(17 * 1024));
}
CASE(flag_and_value_in_one_word)
{
    int* out = zeroes<int>(kBlocks);
    chain_by_one_word<<<kBlocks, kBlock>>>(zeroes<unsigned long long>(kBlocks), out);
    keep(out, kBlocks);
}
CASE(lock_per_thread)
{
    int* count = zeroes<int>(1);
    critical_section<<<2, 64>>>(zeroes<int>(1), count);
    keep(count, 1);
}
CASE(lock_with_spinning_neighbours)
{
    int* count = zeroes<int>(1);
    spin_without_leaving<<<2, 64>>>(zeroes<int>(1), count);
    keep(count, 1);
}
CASE(flag_between_warps)
{
    int* out = zeroes<int>(1);
    warp_waits_for_warp<<<1, 64>>>(out);
    keep(out, 1);
}
CASE(no_forward_progress)
{
    wait_for_ever<<<2, 32>>>(zeroes<int>(1));
}

}  // namespace flags
