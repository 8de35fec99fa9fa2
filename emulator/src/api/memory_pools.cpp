// Memory pools: names for the arenas of the devices.
#include "api/capture.h"
#include "api/errors.h"
#include "api/initialise.h"
#include "cuda_runtime_api.h"
#include "memory/device_memory.h"
#include "state/devices.h"
#include "state/one_at_a_time.h"

#include <cstdint>
#include <set>

using emu::note;

struct CUmemPoolHandle_st {
    int may_follow_events = 1, may_be_opportunistic = 1, may_have_dependencies = 1;
    uint64_t release_threshold = 0;
    uint64_t high =
        0;  // the most bytes that were in use since it was last set to 0, as far as calls have shown
    int device = 0;
};

namespace {

// Never destroyed.
struct Pools {
    CUmemPoolHandle_st of_device[emu::kMostDevices];  // the default ones
    cudaMemPool_t current[emu::kMostDevices];
    std::set<cudaMemPool_t> all;

    Pools()
    {
        for (int device = 0; device < emu::device_count(); ++device) {
            of_device[device].device = device;
            current[device] = &of_device[device];
            all.insert(current[device]);
        }
    }
    bool is_default(cudaMemPool_t pool) const { return pool == &of_device[pool->device]; }
};
Pools& pools()
{
    static Pools& instance = *new Pools;
    return instance;
}

bool is_pool(cudaMemPool_t pool)
{
    return pools().all.contains(pool);
}

uint64_t bytes_in_use(cudaMemPool_t pool)
{
    emu::initialise();
    return emu::device_memory.devices[pool->device].in_use();
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
    if (!emu::is_device(device))
        return note(cudaErrorInvalidDevice);
    *pool = &pools().of_device[device];
    return cudaSuccess;
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device)
{
    const emu::OneAtATime one_at_a_time;
    const cudaError_t error = cudaDeviceGetDefaultMemPool(pool, device);
    if (error == cudaSuccess)
        *pool = pools().current[device];
    return error;
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool)
{
    const emu::OneAtATime one_at_a_time;
    if (!emu::is_device(device))
        return note(cudaErrorInvalidDevice);
    if (!is_pool(pool) || pool->device != device)
        return note(cudaErrorInvalidValue);
    pools().current[device] = pool;
    return cudaSuccess;
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties)
{
    const emu::OneAtATime one_at_a_time;
    if (!pool || !properties || properties->allocType != cudaMemAllocationTypePinned)
        return note(cudaErrorInvalidValue);
    if (properties->location.type == cudaMemLocationTypeDevice && !emu::is_device(properties->location.id))
        return note(cudaErrorInvalidDevice);
    *pool = new CUmemPoolHandle_st;
    if (properties->location.type == cudaMemLocationTypeDevice)
        (*pool)->device = properties->location.id;
    pools().all.insert(*pool);
    return cudaSuccess;
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool)
{
    const emu::OneAtATime one_at_a_time;
    if (!is_pool(pool) || pools().is_default(pool))
        return note(cudaErrorInvalidValue);
    pools().all.erase(pool);
    if (pools().current[pool->device] == pool)
        pools().current[pool->device] = &pools().of_device[pool->device];
    delete pool;
    return cudaSuccess;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value)
{
    const emu::OneAtATime one_at_a_time;
    if (!is_pool(pool) || !value)
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
    if (!is_pool(pool) || !value)
        return note(cudaErrorInvalidValue);
    if (bytes_in_use(pool) > pool->high)
        pool->high = bytes_in_use(pool);
    if (const int* found = switch_of(pool, attribute))
        *static_cast<int*>(value) = *found;
    else if (attribute == cudaMemPoolAttrReleaseThreshold)
        *static_cast<uint64_t*>(value) = pool->release_threshold;
    else if (is_high(attribute))
        *static_cast<uint64_t*>(value) = pool->high;
    else if (attribute == cudaMemPoolAttrReservedMemCurrent || attribute == cudaMemPoolAttrUsedMemCurrent)
        *static_cast<uint64_t*>(value) = bytes_in_use(pool);
    else
        return note(cudaErrorInvalidValue);
    return cudaSuccess;
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t)
{
    const emu::OneAtATime one_at_a_time;
    return note(is_pool(pool) ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* accesses, std::size_t count)
{
    const emu::OneAtATime one_at_a_time;
    if (!is_pool(pool) || (count > 0 && !accesses))
        return note(cudaErrorInvalidValue);
    for (std::size_t i = 0; i < count; ++i)
        if (accesses[i].location.type == cudaMemLocationTypeDevice &&
            !emu::is_device(accesses[i].location.id))
            return note(cudaErrorInvalidDevice);
    // Counts for all memory of the pool's device.
    for (std::size_t i = 0; i < count; ++i)
        if (const int id = accesses[i].location.id;
            accesses[i].location.type == cudaMemLocationTypeDevice && id != pool->device)
            emu::set_peer_access(id, pool->device, accesses[i].flags != cudaMemAccessFlagsProtNone);
    return cudaSuccess;
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream)
{
    const emu::OneAtATime one_at_a_time;
    if (!is_pool(pool) || !emu::is_usable(stream))
        return note(is_pool(pool) ? cudaErrorInvalidResourceHandle : cudaErrorInvalidValue);
    const emu::OnDevice of_pool(pool->device);
    return cudaMalloc(pointer, bytes);
}
