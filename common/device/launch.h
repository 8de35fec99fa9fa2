// The launch configuration of a kernel, as a value: the harness prints it and computes the occupancy from it.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

namespace ladders {

// How many blocks of b elements cover a elements.
template <class A, class B>
constexpr A ceil_div(A a, B b)
{
    return (a + static_cast<A>(b) - 1) / static_cast<A>(b);
}

// The blocks of a fixed grid: as many as the device can run at once, but at most `most` and at least 1.
// kernel: a __global__ function that will be launched with `block` threads and `shared` bytes of dynamic
// shared memory.
unsigned resident_blocks(const void* kernel, int block, std::size_t most, std::size_t shared = 0);

template <class... Params>
unsigned resident_blocks(void (*kernel)(Params...), int block, std::size_t most, std::size_t shared = 0)
{
    return resident_blocks(reinterpret_cast<const void*>(kernel), block, most, shared);
}

struct Launch {
    // kernel: a __global__ function; grid in blocks, block in threads, shared: dynamic shared memory in
    // bytes.
    template <class... Params>
    Launch(void (*kernel)(Params...), dim3 grid, dim3 block, std::size_t shared = 0)
        : kernel(reinterpret_cast<const void*>(kernel)), grid(grid), block(block), shared(shared)
    {
    }

    std::size_t blocks() const { return std::size_t{grid.x} * grid.y * grid.z; }
    int threads_per_block() const { return static_cast<int>(block.x * block.y * block.z); }

    const void* kernel;
    dim3 grid;
    dim3 block;
    std::size_t shared;
};

}  // namespace ladders
