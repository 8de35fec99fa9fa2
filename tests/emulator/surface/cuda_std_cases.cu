// cuda::atomic_ref, cuda::atomic, cuda::barrier, and names of cuda::std in kernels.
#include "cases.h"
#include "check.h"

#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/cstdint>
#include <cuda/std/limits>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

#include <cooperative_groups.h>

namespace {

template <class T>
using DeviceRef = cuda::atomic_ref<T, cuda::thread_scope_device>;

__device__ cuda::atomic<int, cuda::thread_scope_device> counter{0};
__device__ unsigned long long wide_sum = 0;
__device__ float float_sum = 0;
__device__ int largest = 0, smallest = 0, bits = 0;

__global__ void count()
{
    __shared__ int in_block;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        in_block = 0;
    __syncthreads();
    cuda::atomic_ref<int, cuda::thread_scope_block> shared_count(in_block);
    shared_count.fetch_add(1, cuda::memory_order_relaxed);
    counter++;
    DeviceRef<unsigned long long>(wide_sum).fetch_add(i, cuda::std::memory_order_relaxed);
    DeviceRef<float>(float_sum) += 0.5f;
    DeviceRef<int>(largest).fetch_max(i, cuda::memory_order_relaxed);
    DeviceRef<int>(smallest).fetch_min(-i, cuda::memory_order_relaxed);
    cuda::atomic_ref<int>(bits).fetch_or(1 << threadIdx.x % 20);
    __syncthreads();
    CHECK(in_block == int(blockDim.x));
}

__global__ void counted(int threads)
{
    CHECK(counter.load() == threads && counter == threads);
    CHECK(wide_sum == static_cast<unsigned long long>(threads) * (threads - 1) / 2);
    CHECK(float_sum == 0.5f * threads && largest == threads - 1 && smallest == 1 - threads &&
          bits == (1 << 20) - 1);
    CHECK(counter.exchange(7) == threads && counter.fetch_sub(2) == 7 && --counter == 4);
    int expected = 5;
    CHECK(!counter.compare_exchange_strong(expected, 9) && expected == 4);
    CHECK(counter.compare_exchange_strong(expected, 9) && counter == 9);
    counter = 0;
    CHECK(counter.fetch_xor(6) == 0 && counter.fetch_and(3) == 6 &&
          counter.load(cuda::memory_order_acquire) == 2);
    counter.store(0, cuda::memory_order_release);
}

SURFACE_CASE(atomic_refs)
{
    count<<<4, 96>>>();
    counted<<<1, 1>>>(4 * 96);
    return take_failed_line();
}

// One block hands a plain value to the other: the flag releases it, and acquires it.
__global__ void hand_over(int* value, int* flag, int* got)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    if (blockIdx.x == 0) {
        *value = 42;
        ready.store(1, cuda::memory_order_release);
    } else {
        while (ready.load(cuda::memory_order_acquire) == 0) {
        }
        *got = *value;
    }
}

SURFACE_CASE(release_and_acquire)
{
    int *memory = nullptr, got = 0;
    cudaMalloc(&memory, 3 * sizeof(int));
    cudaMemset(memory, 0, 3 * sizeof(int));
    hand_over<<<2, 1>>>(memory, memory + 1, memory + 2);
    cudaMemcpy(&got, memory + 2, sizeof got, cudaMemcpyDeviceToHost);
    cudaFree(memory);
    CHECK_HOST(got == 42);
    return take_failed_line();
}

// Neighbours exchange values over barriers of the block.
__global__ void with_barrier(int rounds)
{
    using Barrier = cuda::barrier<cuda::thread_scope_block>;
    __shared__ Barrier barrier;
    __shared__ int values[2][64];
    const int i = threadIdx.x, n = blockDim.x;
    if (i == 0)
        init(&barrier, n);
    __syncthreads();
    int mine = i;
    for (int round = 0; round < rounds; ++round) {
        values[round % 2][i] = mine;
        if (round % 2 == 0) {
            barrier.arrive_and_wait();
        } else {
            Barrier::arrival_token token = barrier.arrive();
            barrier.wait(cuda::std::move(token));
        }
        mine = values[round % 2][(i + 1) % n];
    }
    CHECK(mine == (i + rounds) % n);
}

SURFACE_CASE(barriers_in_two_parts)
{
    with_barrier<<<2, 64>>>(5);
    return take_failed_line();
}

// A tile that the block copies, and a word that each thread copies for its neighbour.
__global__ void copy_to_barrier(const int* in)
{
    using Barrier = cuda::barrier<cuda::thread_scope_block>;
    __shared__ Barrier barrier;
    __shared__ alignas(16) int tile[64];
    __shared__ int words[64];
    const auto block = cooperative_groups::this_thread_block();
    const int i = threadIdx.x, n = blockDim.x;
    if (i == 0)
        init(&barrier, n);
    block.sync();
    cuda::memcpy_async(block, tile, in, cuda::aligned_size_t<16>(n * sizeof *in), barrier);
    cuda::memcpy_async(words + i, in + n + i, sizeof *in, barrier);
    barrier.arrive_and_wait();
    const int next = (i + 1) % n;
    CHECK(tile[next] == next && words[next] == n + next);
}

SURFACE_CASE(copies_to_a_barrier)
{
    int host[128], *in = nullptr;
    for (int i = 0; i < 128; ++i)
        host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    copy_to_barrier<<<1, 64>>>(in);
    cudaFree(in);
    return take_failed_line();
}

__device__ float sum(cuda::std::span<const float> values)
{
    float total = 0;
    for (float value : values)
        total += value;
    return total;
}

__device__ cuda::std::optional<int> root_of(int square)
{
    for (int i = 0; i * i <= square; ++i)
        if (i * i == square)
            return i;
    return cuda::std::nullopt;
}

__global__ void standard_names()
{
    cuda::std::array<float, 4> a{1, 2, 3, 4};
    CHECK(a.size() == 4 && sum({a.data(), a.size()}) == 10);
    CHECK(cuda::std::min(3, 4) == 3 && cuda::std::max(3.0f, 4.0f) == 4.0f);
    CHECK(cuda::std::numeric_limits<int>::max() == 2147483647);
    const auto pair = cuda::std::make_tuple(1, 2.5f);
    CHECK(cuda::std::get<0>(pair) == 1 && cuda::std::get<1>(pair) == 2.5f);
    const cuda::std::complex<float> z = cuda::std::complex<float>(1, 2) * cuda::std::complex<float>(0, 1);
    CHECK(z.real() == -2 && z.imag() == 1 && cuda::std::abs(cuda::std::complex<float>(3, 4)) == 5);
    CHECK(root_of(49) == 7 && !root_of(50));
    CHECK(cuda::std::popcount(0xf0u) == 4 && cuda::std::bit_cast<cuda::std::uint32_t>(1.0f) == 0x3f800000);
    static_assert(cuda::std::is_same_v<cuda::std::int64_t, ::std::int64_t>);
    int x = 1, y = 2;
    cuda::std::swap(x, y);
    CHECK(x == 2 && y == 1 && cuda::std::sqrt(16.0f) == 4 && cuda::ceil_div(10, 4) == 3);
    CHECK(cuda::maximum<int>()(3, 5) == 5 && cuda::minimum<>()(3, 5) == 3);
}

SURFACE_CASE(names_of_cuda_std)
{
    standard_names<<<1, 1>>>();
    return take_failed_line();
}

}  // namespace
