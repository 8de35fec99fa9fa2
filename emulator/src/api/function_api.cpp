// Kernels' attributes and occupancy.
#include "api/errors.h"
#include "api/initialise.h"
#include "api/kernel_limits.h"
#include "cuda_emulator/launch_api.h"
#include "cuda_runtime_api.h"
#include "execution/resident_blocks.h"

#include <algorithm>
#include <cstdlib>

namespace emu {
namespace {

constexpr int kSharedOfMultiprocessor = 228 * 1024, kReservedShared = 1024;

}  // namespace

cudaError_t set_function_attribute(const void* function, cudaFuncAttribute attribute, int value)
{
    if (!function)
        return note(cudaErrorInvalidDeviceFunction);
    switch (attribute) {
        case cudaFuncAttributeMaxDynamicSharedMemorySize:
            if (value < 0 || value > kMostDynamicShared)
                return note(cudaErrorInvalidValue);
            initialise();
            allow_dynamic_shared(reinterpret_cast<uintptr_t>(function), value);
            return note(sticky_error());
        case cudaFuncAttributePreferredSharedMemoryCarveout:
            return note(value >= -1 && value <= 100 ? sticky_error() : cudaErrorInvalidValue);
        default:
            return note(cudaErrorNotSupported);  // clusters
    }
}

cudaError_t get_function_attributes(cudaFuncAttributes* attributes, const void* function)
{
    if (!attributes)
        return note(cudaErrorInvalidValue);
    if (!function)
        return note(cudaErrorInvalidDeviceFunction);
    *attributes = {};
    attributes->maxThreadsPerBlock = 1024;
    attributes->numRegs = 32;  // not known; with 32 an SM can be full
    attributes->ptxVersion = attributes->binaryVersion = 90;
    attributes->maxDynamicSharedSizeBytes = allowed_dynamic_shared(reinterpret_cast<uintptr_t>(function));
    return cudaSuccess;
}

cudaError_t blocks_per_multiprocessor(int* blocks, const void* function, int block_size,
                                      std::size_t dynamic_shared)
{
    if (!blocks || block_size <= 0)
        return note(cudaErrorInvalidValue);
    if (!function)
        return note(cudaErrorInvalidDeviceFunction);
    *blocks = 0;
    if (block_size > 1024 || dynamic_shared > std::size_t(kMostDynamicShared))
        return cudaSuccess;
    int multiprocessors = 1;
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
    const int by_threads = max_resident_blocks(block_size) / multiprocessors;
    const int by_shared = int(std::size_t(kSharedOfMultiprocessor) / (dynamic_shared + kReservedShared));
    *blocks = std::min(by_threads, by_shared);
    return cudaSuccess;
}

}  // namespace emu
