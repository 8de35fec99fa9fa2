// What the host can ask about a kernel: attributes and occupancy.
#pragma once

#include "driver_types.h"
#include "vector_types.h"

#include <cstddef>
#include <utility>

namespace emu {

cudaError_t set_function_attribute(const void* function, cudaFuncAttribute attribute, int value);
cudaError_t get_function_attributes(cudaFuncAttributes* attributes, const void* function);
cudaError_t blocks_per_multiprocessor(int* blocks, const void* function, int block_size,
                                      std::size_t dynamic_shared);
// How much dynamic shared memory a block may have, if so many blocks shall fit on a multiprocessor.
cudaError_t dynamic_shared_for_blocks(std::size_t* dynamic_shared, const void* function, int blocks,
                                      int block_size);

}  // namespace emu

// Templates, so that these accept a kernel of any type, and const void*.
template <class Function>
cudaError_t cudaFuncSetAttribute(Function* function, cudaFuncAttribute attribute, int value)
{
    return emu::set_function_attribute(reinterpret_cast<const void*>(function), attribute, value);
}

template <class Function>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, Function* function)
{
    return emu::get_function_attributes(attributes, reinterpret_cast<const void*>(function));
}

template <class Function>
cudaError_t cudaFuncSetCacheConfig(Function*, cudaFuncCache)
{
    return cudaSuccess;
}

template <class Function>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Function* function, int block_size,
                                                          std::size_t dynamic_shared)
{
    return emu::blocks_per_multiprocessor(blocks, reinterpret_cast<const void*>(function), block_size,
                                          dynamic_shared);
}

template <class Function>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, Function* function,
                                                                   int block_size, std::size_t dynamic_shared,
                                                                   unsigned)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, block_size, dynamic_shared);
}

template <class Function>
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* dynamic_shared, Function* function,
                                                      int blocks, int block_size)
{
    return emu::dynamic_shared_for_blocks(dynamic_shared, reinterpret_cast<const void*>(function), blocks,
                                          block_size);
}

template <class Function>
cudaError_t cudaFuncSetSharedMemConfig(Function*, cudaSharedMemConfig)
{
    return cudaSuccess;  // banks have 4 bytes on every device since compute capability 5.0
}

// The block size with the most resident threads; the largest, if several have the most.
template <class Function, class SharedOfBlockSize>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* min_grid, int* block_size, Function* function,
                                                           SharedOfBlockSize shared_of_block_size,
                                                           int limit = 0)
{
    int most = 0;
    *block_size = 0;
    for (int size = limit > 0 && limit < 1024 ? limit / 32 * 32 : 1024; size >= 32; size -= 32) {
        int blocks = 0;
        const cudaError_t error = emu::blocks_per_multiprocessor(
            &blocks, reinterpret_cast<const void*>(function), size, shared_of_block_size(size));
        if (error != cudaSuccess)
            return error;
        if (blocks * size > most) {
            most = blocks * size;
            *block_size = size;
        }
    }
    int multiprocessors = 0;
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
    *min_grid = *block_size ? most / *block_size * multiprocessors : 0;
    return cudaSuccess;
}

template <class Function>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* min_grid, int* block_size, Function* function,
                                               std::size_t dynamic_shared = 0, int limit = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        min_grid, block_size, function, [=](int) { return dynamic_shared; }, limit);
}

template <class Function, class SharedOfBlockSize>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int* min_grid, int* block_size,
                                                                    Function* function,
                                                                    SharedOfBlockSize shared_of_block_size,
                                                                    int limit = 0, unsigned = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(min_grid, block_size, function,
                                                          shared_of_block_size, limit);
}

template <class Function>
cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* min_grid, int* block_size, Function* function,
                                                        std::size_t dynamic_shared = 0, int limit = 0,
                                                        unsigned = 0)
{
    return cudaOccupancyMaxPotentialBlockSize(min_grid, block_size, function, dynamic_shared, limit);
}
