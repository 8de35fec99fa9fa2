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

// The grid of blocks that covers width x height results (and `layers` of them), tile_width x tile_height to a block.
// Throws UsageError where more than 65535 blocks are needed downwards, which no device has.
dim3 grid_of_tiles(std::size_t width, std::size_t height, unsigned tile_width, unsigned tile_height,
                   unsigned layers = 1);
// The same for any height: y and z together count the tiles downwards, z strips of gridDim.y tiles each, so that a
// block's tile is number blockIdx.z * gridDim.y + blockIdx.y. The last strip may have tiles that hold no result.
dim3 grid_of_strips(std::size_t width, std::size_t height, unsigned tile_width, unsigned tile_height);

struct Launch {
    // kernel: a __global__ function; grid in blocks, block in threads, shared: dynamic shared memory in
    // bytes.
    template <class... Params>
    Launch(void (*kernel)(Params...), dim3 grid, dim3 block, std::size_t shared = 0)
        : kernel(reinterpret_cast<const void*>(kernel)), grid(grid), block(block), shared(shared)
    {
    }

    // How many there are.
    std::size_t blocks() const { return std::size_t{grid.x} * grid.y * grid.z; }
    int threads_per_block() const { return static_cast<int>(block.x * block.y * block.z); }

    const void* kernel;
    dim3 grid;
    dim3 block;
    std::size_t shared;
};

// All 32 lanes of a warp, as the mask of shuffles and votes.
inline constexpr unsigned kAllLanes = 0xffffffff;

// Resident warps per multiprocessor over the most there can be, 0 to 1. On the emulator 0: it models no occupancy.
double occupancy(const Launch& launch);

}  // namespace ladders
