// Memory pools: names for the one arena.
#include "api/errors.h"
#include "api/initialise.h"
#include "cuda_runtime_api.h"
#include "memory/device_memory.h"
#include "state/one_at_a_time.h"

#include <cstdint>
#include <set>

using emu::note;

struct CUmemPoolHandle_st {
    int may_follow_events = 1, may_be_opportunistic = 1, may_have_dependencies = 1;
    uint64_t release_threshold = 0;
    uint64_t high =
        0;  // the most bytes that were in use since it was last set to 0, as far as calls have shown
};

namespace {

CUmemPoolHandle_st& default_pool = *new CUmemPoolHandle_st;  // never destroyed, like the next ones
auto& pools = *new std::set<cudaMemPool_t>{&default_pool};
cudaMemPool_t current = &default_pool;

uint64_t bytes_in_use()
{
    emu::initialise();
    return emu::device_memory.device.in_use();
}

// The int of a Reuse attribute, or nullptr.
int* switch_of(cudaMemPool_t pool, cudaMemPoolAttr attribute)
{
    switch (attribute) {
        case cudaMemPoolReuseFollowEventDependencies:
            return &pool->may_follow_events;
        case cudaMemPoolReuseAllowOpportunistic:
            return &pool->may_be_opportunistic;
        case cudaMemPoolReuseAllowInternalDependencies:
            return &pool->may_have_dependencies;
        default:
            return nullptr;
    }
}

bool is_high(cudaMemPoolAttr attribute)
{
    return attribute == cudaMemPoolAttrReservedMemHigh || attribute == cudaMemPoolAttrUsedMemHigh;
}

}  // namespace

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device)
{
    const emu::OneAtATime one_at_a_time;
    if (!pool)
        return note(cudaErrorInvalidValue);
    if (device != 0)
        return note(cudaErrorInvalidDevice);
    *pool = &default_pool;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device)
{
    const emu::OneAtATime one_at_a_time;
    const cudaError_t error = cudaDeviceGetDefaultMemPool(pool, device);
    if (error == cudaSuccess)
        *pool = current;
    return error;
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool)
{
    const emu::OneAtATime one_at_a_time;
    if (device != 0)
        return note(cudaErrorInvalidDevice);
    if (!pools.contains(pool))
        return note(cudaErrorInvalidValue);
    current = pool;
    return cudaSuccess;
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties)
{
    const emu::OneAtATime one_at_a_time;
    if (!pool || !properties || properties->allocType != cudaMemAllocationTypePinned)
        return note(cudaErrorInvalidValue);
    *pool = new CUmemPoolHandle_st;
    pools.insert(*pool);
    return cudaSuccess;
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool)
{
    const emu::OneAtATime one_at_a_time;
    if (pool == &default_pool || pools.erase(pool) == 0)
        return note(cudaErrorInvalidValue);
    if (current == pool)
        current = &default_pool;
    delete pool;
    return cudaSuccess;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value)
{
    const emu::OneAtATime one_at_a_time;
    if (!pools.contains(pool) || !value)
        return note(cudaErrorInvalidValue);
    if (int* found = switch_of(pool, attribute)) {
        *found = *static_cast<int*>(value);
    } else if (attribute == cudaMemPoolAttrReleaseThreshold) {
        pool->release_threshold = *static_cast<uint64_t*>(value);
    } else if (is_high(attribute)) {
        if (*static_cast<uint64_t*>(value) != 0)
            return note(cudaErrorInvalidValue);
        pool->high = 0;
    } else {
        return note(cudaErrorInvalidValue);
    }
    return cudaSuccess;
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value)
{
    const emu::OneAtATime one_at_a_time;
    if (!pools.contains(pool) || !value)
        return note(cudaErrorInvalidValue);
    if (bytes_in_use() > pool->high)
        pool->high = bytes_in_use();
    if (const int* found = switch_of(pool, attribute))
        *static_cast<int*>(value) = *found;
    else if (attribute == cudaMemPoolAttrReleaseThreshold)
        *static_cast<uint64_t*>(value) = pool->release_threshold;
    else if (is_high(attribute))
        *static_cast<uint64_t*>(value) = pool->high;
    else if (attribute == cudaMemPoolAttrReservedMemCurrent || attribute == cudaMemPoolAttrUsedMemCurrent)
        *static_cast<uint64_t*>(value) = bytes_in_use();
    else
        return note(cudaErrorInvalidValue);
    return cudaSuccess;
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t)
{
    const emu::OneAtATime one_at_a_time;
    return note(pools.contains(pool) ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* accesses, std::size_t count)
{
    const emu::OneAtATime one_at_a_time;
    if (!pools.contains(pool) || (count > 0 && !accesses))
        return note(cudaErrorInvalidValue);
    for (std::size_t i = 0; i < count; ++i)
        if (accesses[i].location.type == cudaMemLocationTypeDevice && accesses[i].location.id != 0)
            return note(cudaErrorInvalidDevice);
    return cudaSuccess;
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream)
{
    const emu::OneAtATime one_at_a_time;
    return pools.contains(pool) ? cudaMallocAsync(pointer, bytes, stream) : note(cudaErrorInvalidValue);
}
