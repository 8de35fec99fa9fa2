#include "common/device/launch.h"

#include "common/device/backend.h"
#include "common/device/cuda_check.h"
#include "common/support/errors.h"

#include <algorithm>
#include <limits>
#include <string>

namespace ladders {
namespace {

constexpr std::size_t kMostDown = 65535;  // of a grid's y and z on every device (CUDA C++ Programming Guide)

int attribute(cudaDeviceAttr which)
{
    int device = 0, value = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&value, which, device));
    return value;
}

unsigned tiles_across(std::size_t width, unsigned tile_width)
{
    const std::size_t across = ceil_div(width, tile_width);
    if (across > std::numeric_limits<int>::max())
        throw UsageError("a width of " + std::to_string(width) + ": a grid has at most " +
                         std::to_string(std::numeric_limits<int>::max()) + " blocks across");
    return static_cast<unsigned>(across);
}

UsageError too_high(std::size_t height, std::size_t tile_height, std::size_t most_blocks)
{
    return UsageError("a height of " + std::to_string(height) + ": this version's grid covers at most " +
                      std::to_string(most_blocks * tile_height) + " rows with this block");
}

}  // namespace

unsigned resident_blocks(const void* kernel, int block, std::size_t most, std::size_t shared)
{
    int per_multiprocessor = 0;
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, kernel, block, shared));
    const auto resident = static_cast<std::size_t>(attribute(cudaDevAttrMultiProcessorCount)) *
                          static_cast<std::size_t>(per_multiprocessor);
    return static_cast<unsigned>(std::max<std::size_t>(1, std::min(resident, most)));
}

dim3 grid_of_tiles(std::size_t width, std::size_t height, unsigned tile_width, unsigned tile_height,
                   unsigned layers)
{
    const std::size_t down = ceil_div(height, tile_height);
    if (down > kMostDown)
        throw too_high(height, tile_height, kMostDown);
    return dim3(tiles_across(width, tile_width), static_cast<unsigned>(down), layers);
}

dim3 grid_of_strips(std::size_t width, std::size_t height, unsigned tile_width, unsigned tile_height)
{
    const std::size_t down = ceil_div(height, tile_height), strips = ceil_div(down, kMostDown);
    if (strips > kMostDown)
        throw too_high(height, tile_height, kMostDown * kMostDown);
    return dim3(tiles_across(width, tile_width), static_cast<unsigned>(ceil_div(down, strips)),
                static_cast<unsigned>(strips));
}

double occupancy(const Launch& launch)
{
    if (kEmulator)
        return 0;
    int blocks = 0;
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, launch.kernel,
                                                             launch.threads_per_block(), launch.shared));
    const int warps = (launch.threads_per_block() + 31) / 32;
    const int most_warps = attribute(cudaDevAttrMaxThreadsPerMultiProcessor) / 32;
    return double(blocks) * warps / most_warps;
}

}  // namespace ladders
