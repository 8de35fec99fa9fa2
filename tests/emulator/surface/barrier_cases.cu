// cuda::barrier, and copies that end with a barrier.
#include "cases.h"
#include "check.h"
#include "device_arrays.h"

#include <cuda/barrier>
#include <cuda/std/chrono>
#include <cuda/std/utility>

#include <cooperative_groups.h>
#include <vector>

namespace cg = cooperative_groups;

namespace {

using BlockBarrier = cuda::barrier<cuda::thread_scope_block>;

// Neighbours pass values on, with each way to arrive and to wait.
__global__ void pass_values_on(int rounds)
{
    __shared__ BlockBarrier barrier;
    __shared__ int values[64];
    const int t = int(threadIdx.x), n = int(blockDim.x);
    if (t == 0)
        init(&barrier, n);
    __syncthreads();
    int mine = t;
    for (int round = 0; round < rounds; ++round) {
        values[t] = mine;
        if (round % 3 == 0) {
            barrier.arrive_and_wait();
        } else if (round % 3 == 1) {
            BlockBarrier::arrival_token token = barrier.arrive();
            barrier.wait(cuda::std::move(token));
        } else {
            auto token = barrier.arrive();
            while (!barrier.try_wait_for(cuda::std::move(token), cuda::std::chrono::nanoseconds(1000))) {
            }
        }
        mine = values[(t + 1) % n];
        barrier.wait(barrier.arrive());
    }
    CHECK(mine == (t + rounds) % n);
}

// Warp 0 fills a buffer while the other warps use the other one: two barriers per buffer, as in the programming guide.
__global__ void producer_and_consumers(const int* in, int* out, int n)
{
    constexpr int kBuffer = 32;
    __shared__ int buffer[2][kBuffer];
    __shared__ BlockBarrier barriers[4];  // 0, 1: ready to be filled; 2, 3: filled
    if (threadIdx.x < 4)
        init(barriers + threadIdx.x, blockDim.x);
    __syncthreads();
    const int warp = int(threadIdx.x / 32), lane = int(threadIdx.x % 32);
    BlockBarrier *ready = barriers, *filled = barriers + 2;
    if (warp == 0) {
        for (int i = 0; i < n / kBuffer; ++i) {
            ready[i % 2].arrive_and_wait();
            buffer[i % 2][lane] = in[i * kBuffer + lane];
            (void)filled[i % 2].arrive();
        }
    } else {
        (void)ready[0].arrive();
        (void)ready[1].arrive();
        for (int i = 0; i < n / kBuffer; ++i) {
            filled[i % 2].arrive_and_wait();
            if (warp == 1)
                out[i * kBuffer + lane] = 2 * buffer[i % 2][lane];
            (void)ready[i % 2].arrive();
        }
    }
}

// Fewer threads in each round.
__global__ void drop_out()
{
    __shared__ BlockBarrier barrier;
    __shared__ int left;
    if (threadIdx.x == 0) {
        init(&barrier, blockDim.x);
        left = int(blockDim.x);
    }
    __syncthreads();
    for (unsigned round = 0; round < blockDim.x; ++round) {
        if (threadIdx.x == round) {
            atomicSub(&left, 1);
            barrier.arrive_and_drop();
            return;
        }
        barrier.arrive_and_wait();
        CHECK(left == int(blockDim.x - 1 - round));
        barrier.arrive_and_wait();
    }
}

struct CountPhases {
    int* phases;

    __device__ void operator()() const { ++*phases; }
};

__global__ void completion()
{
    using Barrier = cuda::barrier<cuda::thread_scope_block, CountPhases>;
    __shared__ int phases;
    __shared__ Barrier barrier;
    if (threadIdx.x == 0) {
        phases = 0;
        init(&barrier, blockDim.x, CountPhases{&phases});
    }
    __syncthreads();
    for (int round = 1; round <= 4; ++round) {
        barrier.arrive_and_wait();
        CHECK(phases == round);
        __syncthreads();
    }
}

__global__ void parities()
{
    __shared__ BlockBarrier barrier;
    if (threadIdx.x == 0)
        init(&barrier, 1);
    __syncthreads();
    barrier.wait_parity(true);  // the phase before the first one counts as over
    if (threadIdx.x == 40)
        (void)barrier.arrive();
    barrier.wait_parity(false);
    CHECK(!barrier.try_wait_parity_for(true, cuda::std::chrono::nanoseconds(10)));
    __syncthreads();
    if (threadIdx.x == 3)
        (void)barrier.arrive();
    while (!barrier.try_wait_parity_for(true, cuda::std::chrono::nanoseconds(1000))) {
    }
}

__global__ void barrier_copies(const int4* in, int* out)
{
    __shared__ alignas(16) int tile[64];
    __shared__ BlockBarrier barrier;
    const auto block = cg::this_thread_block();
    if (block.thread_rank() == 0)
        init(&barrier, block.size());
    block.sync();
    cuda::memcpy_async(block, tile, reinterpret_cast<const int*>(in), sizeof tile, barrier);
    barrier.arrive_and_wait();
    out[threadIdx.x] = tile[63 - threadIdx.x];
    barrier.arrive_and_wait();
    cuda::memcpy_async(block, tile, reinterpret_cast<const int*>(in), cuda::aligned_size_t<16>(sizeof tile),
                       barrier);
    barrier.arrive_and_wait();
    out[64 + threadIdx.x] = tile[threadIdx.x];
    barrier.arrive_and_wait();
    cuda::memcpy_async(tile + threadIdx.x, reinterpret_cast<const int*>(in) + 63 - threadIdx.x, sizeof(int),
                       barrier);
    barrier.arrive_and_wait();
    out[128 + threadIdx.x] = tile[threadIdx.x];
}

// Two blocks meet in global memory.
__global__ void meet(cuda::barrier<cuda::thread_scope_device>* barrier, int* values)
{
    if (threadIdx.x != 0)
        return;
    values[blockIdx.x] = int(blockIdx.x) + 1;
    barrier->arrive_and_wait();
    CHECK(values[1 - blockIdx.x] == 2 - int(blockIdx.x));
}
__global__ void make(cuda::barrier<cuda::thread_scope_device>* barrier)
{
    init(barrier, 2);
}

SURFACE_CASE(barriers_in_phases)
{
    pass_values_on<<<2, 64>>>(7);
    pass_values_on<<<1, 33>>>(4);
    drop_out<<<1, 48>>>();
    parities<<<1, 64>>>();
    return take_failed_line();
}

SURFACE_CASE(barriers_with_a_completion)
{
    completion<<<1, 64>>>();
    return take_failed_line();
}

SURFACE_CASE(barriers_between_a_producer_and_consumers)
{
    constexpr int n = 256;
    std::vector<int> in(n);
    for (int i = 0; i < n; ++i)
        in[std::size_t(i)] = i * i;
    int *d_in = nullptr, *out = nullptr;
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    producer_and_consumers<<<1, 96>>>(d_in, out, n);
    const std::vector<int> got = on_host(out, n);
    for (int i = 0; i < n; ++i)
        CHECK_HOST(got[std::size_t(i)] == 2 * i * i);
    barrier_copies<<<1, 64>>>(reinterpret_cast<const int4*>(d_in), out);
    const std::vector<int> copied = on_host(out, 192);
    for (int i = 0; i < 64; ++i)
        CHECK_HOST(copied[std::size_t(i)] == (63 - i) * (63 - i) && copied[std::size_t(64 + i)] == i * i &&
                   copied[std::size_t(128 + i)] == (63 - i) * (63 - i));
    cudaFree(d_in);
    cudaFree(out);
    return take_failed_line();
}

SURFACE_CASE(barriers_between_blocks)
{
    cuda::barrier<cuda::thread_scope_device>* barrier = nullptr;
    int* values = nullptr;
    cudaMalloc(&barrier, sizeof *barrier);
    cudaMalloc(&values, 2 * sizeof(int));
    make<<<1, 1>>>(barrier);
    meet<<<2, 32>>>(barrier, values);
    CHECK_HOST(cudaDeviceSynchronize() == cudaSuccess);
    cudaFree(barrier);
    cudaFree(values);
    return take_failed_line();
}

}  // namespace
