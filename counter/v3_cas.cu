// count_v3: atomicCAS loop          ./count_v3 -n 64Ki --type double
//
// Slow in v2: an operation or a type that has no atomic function of its own would need a lock.
// Idea: read, compute, and let atomicCAS(address, expected, desired) write `desired` only if the address
// still holds `expected`; else try again with the value that it found. Any update of 4 or 8 bytes can be
// built so.
// Still slow: far slower than v2, and that is the lesson: of all threads that try at once one wins, and the
// others try again. It pays where threads rarely meet at one address.
#include "counter.h"

namespace {

constexpr int kBlockSize = 256;
// One thread at a time wins, and the others learn of it one trip to the L2 cache later. An H200 needs 0.37 s
// for this many threads, and did not finish 16 times as many within a minute.
constexpr std::size_t kMostThreads = 1 << 16;

// The bits of a value, in the type that atomicCAS takes.
__device__ unsigned bits_of(int v)
{
    return static_cast<unsigned>(v);
}
__device__ unsigned bits_of(float v)
{
    return __float_as_uint(v);
}
__device__ unsigned long long bits_of(double v)
{
    return static_cast<unsigned long long>(__double_as_longlong(v));
}
__device__ int value_of(unsigned bits, int)
{
    return static_cast<int>(bits);
}
__device__ float value_of(unsigned bits, float)
{
    return __uint_as_float(bits);
}
__device__ double value_of(unsigned long long bits, double)
{
    return __longlong_as_double(static_cast<long long>(bits));
}

// *address += value, indivisibly; gives the old value, as atomicAdd does.
template <class T>
__device__ T my_atomic_add(T* address, T value)
{
    using Bits = decltype(bits_of(T{}));
    auto* bits = reinterpret_cast<Bits*>(address);
    Bits seen = *static_cast<volatile Bits*>(bits);
    for (;;) {
        const Bits expected = seen;
        seen = atomicCAS(bits, expected, bits_of(value_of(expected, T{}) + value));
        // Compare the bits, not the values: a NaN would never be equal to itself.
        if (seen == expected)
            return value_of(seen, T{});
    }
}

template <class T>
__global__ void count_threads(std::size_t n, T* count)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        my_atomic_add(count, T{1});
}

template <class T>
__global__ void count_threads_built_in(std::size_t n, T* count)
{
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(count, T{1});
}

template <class T>
T count(std::size_t n, Run& run)
{
    if (n > kMostThreads)
        throw UsageError("--size " + std::to_string(n) +
                         ": threads that all swap at one address take minutes; at most " +
                         std::to_string(kMostThreads));
    const int block = run.block_size(kBlockSize);
    const Launch launch(count_threads<T>, ceil_div(n, block), block);

    const auto d_count = run.array<T>(1), d_built_in = run.array<T>(1);
    run.kernel(launch, [&] {
        d_count.zero();
        count_threads<T><<<launch.grid, launch.block>>>(n, d_count.data());
    });
    run.beside("built-in atomicAdd", [&] {
        d_built_in.zero();
        count_threads_built_in<T><<<launch.grid, launch.block>>>(n, d_built_in.data());
    });
    return run.download(d_count)[0];
}

}  // namespace

LADDER_VERSION(Counter, 3, "atomicCAS loop", count<int>, count<float>, count<double>);
