// Kernels' attributes and occupancy.
#include "api/errors.h"
#include "api/initialise.h"
#include "api/kernel_limits.h"
#include "checks/static_shared.h"
#include "cuda_emulator/launch_api.h"
#include "cuda_runtime_api.h"
#include "execution/resident_blocks.h"
#include "state/cluster.h"

#include <algorithm>
#include <cstdlib>

namespace emu {
namespace {

std::size_t static_shared_of(const void* function)
{
    initialise();  // the program is known only then
    return static_shared_bytes(reinterpret_cast<uintptr_t>(function) + 1);
}

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
        case cudaFuncAttributeNonPortableClusterSizeAllowed:
            if (value != 0 && value != 1)
                return note(cudaErrorInvalidValue);
            initialise();
            allow_large_clusters(reinterpret_cast<uintptr_t>(function), value == 1);
            return note(sticky_error());
        case cudaFuncAttributeClusterSchedulingPolicyPreference:
            return note(value >= 0 && value <= 2 ? sticky_error() : cudaErrorInvalidValue);
        default:
            return note(cudaErrorNotSupported);  // a cluster that __cluster_dims__ would have to set
    }
}

cudaError_t get_function_attributes(cudaFuncAttributes* attributes, const void* function)
{
    if (!attributes)
        return note(cudaErrorInvalidValue);
    if (!function)
        return note(cudaErrorInvalidDeviceFunction);
    *attributes = {};
    attributes->sharedSizeBytes = static_shared_of(function);
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
    const std::size_t shared = static_shared_of(function) + dynamic_shared;
    if (block_size > 1024 || shared > std::size_t(kMostDynamicShared))
        return cudaSuccess;
    int multiprocessors = 1;
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
    *blocks = max_resident_blocks(block_size, shared) / multiprocessors;
    return cudaSuccess;
}

cudaError_t dynamic_shared_for_blocks(std::size_t* dynamic_shared, const void* function, int blocks,
                                      int block_size)
{
    int most = 0;
    if (!dynamic_shared || blocks <= 0)
        return note(cudaErrorInvalidValue);
    if (const cudaError_t error = blocks_per_multiprocessor(&most, function, block_size, 0);
        error != cudaSuccess)
        return error;
    if (blocks > most)
        return note(cudaErrorInvalidValue);
    // As an H200 answers: without the reserved part.
    const std::size_t of_block = kSharedOfMultiprocessor / std::size_t(blocks) / kSharedUnit * kSharedUnit;
    *dynamic_shared = std::min(of_block - static_shared_of(function),
                               std::size_t(allowed_dynamic_shared(reinterpret_cast<uintptr_t>(function))));
    return cudaSuccess;
}

cudaError_t largest_cluster(int* blocks, const void* function, const cudaLaunchConfig_t* config)
{
    if (!blocks || !config)
        return note(cudaErrorInvalidValue);
    if (!function)
        return note(cudaErrorInvalidDeviceFunction);
    *blocks =
        allows_large_clusters(reinterpret_cast<uintptr_t>(function)) ? kLargestCluster : kPortableCluster;
    return cudaSuccess;
}

cudaError_t active_clusters(int* clusters, const void* function, const cudaLaunchConfig_t* config)
{
    int blocks = 0, most = 0, multiprocessors = 1;
    if (!clusters || !config)
        return note(cudaErrorInvalidValue);
    const dim3 size = cluster_of(*config), block = config->blockDim;
    if (const cudaError_t error = largest_cluster(&most, function, config); error != cudaSuccess)
        return error;
    const unsigned wanted = size.x == 0 ? 1 : size.x * size.y * size.z;
    if (wanted == 0 || wanted > unsigned(most))
        return note(cudaErrorInvalidClusterSize);
    if (const cudaError_t error = blocks_per_multiprocessor(
            &blocks, function, int(block.x * block.y * block.z), config->dynamicSmemBytes);
        error != cudaSuccess)
        return error;
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
    *clusters = blocks * multiprocessors / int(wanted);
    return cudaSuccess;
}

}  // namespace emu
