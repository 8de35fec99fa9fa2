// The devices: which one is current, synchronisation, limits.
#include "api/capture.h"
#include "api/child_grids.h"
#include "api/errors.h"
#include "api/initialise.h"
#include "api/stream_work.h"
#include "checks/byte_fills.h"
#include "checks/doubts.h"
#include "checks/reports.h"
#include "cuda_runtime_api.h"
#include "memory/device_memory.h"
#include "state/devices.h"
#include "state/one_at_a_time.h"
#include "textures/objects.h"

using emu::note;
using emu::sticky_error;

namespace {

cudaFuncCache cache_config[emu::kMostDevices] = {};
unsigned device_flags[emu::kMostDevices] = {};

}  // namespace

cudaError_t cudaGetDeviceCount(int* count)
{
    if (!count)
        return note(cudaErrorInvalidValue);
    *count = emu::device_count();
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int* device)
{
    if (!device)
        return note(cudaErrorInvalidValue);
    *device = emu::current_device();
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    if (!emu::is_device(device))
        return note(cudaErrorInvalidDevice);
    emu::set_current_device(device);
    return cudaSuccess;
}

// The emulator starts by itself.
cudaError_t cudaInitDevice(int device, unsigned, unsigned)
{
    return note(emu::is_device(device) ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceSynchronize()
{
    const emu::OneAtATime one_at_a_time;
    if (const cudaError_t refused = emu::refuse_while_capturing(nullptr))
        return refused;
    emu::when_program_waits();
    emu::host_waits_for_device();
    return note(sticky_error());
}

cudaError_t cudaDeviceReset()
{
    const emu::OneAtATime one_at_a_time;
    emu::initialise();
    emu::host_waits_for_device();
    emu::tell_late_remarks(0, UINTPTR_MAX);
    emu::device_memory.clear(emu::current_device());
    emu::end_arrays();
    emu::end_objects();
    for (int peer = 0; peer < emu::device_count(); ++peer)
        emu::set_peer_access(emu::current_device(), peer, false);
    emu::doubts_cleared();
    emu::forget_all_fills();
    emu::set_sticky_error(cudaSuccess);
    return cudaSuccess;
}

// Limits are accepted and have no effect: the sizes of stacks and of the printf buffer are fixed.
cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value)
{
    const emu::OneAtATime one_at_a_time;
    emu::initialise();
    if (limit == cudaLimitDevRuntimePendingLaunchCount)
        emu::most_pending_launches = value;
    // As CUDA's documentation says, not once a kernel has used the heap.
    if (limit == cudaLimitMallocHeapSize && value != emu::device_memory.heap_limit() &&
        (!emu::device_memory.heap.allocations().empty() || !emu::device_memory.set_heap_limit(value)))
        return note(cudaErrorInvalidValue);
    return note(sticky_error());
}

cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit)
{
    if (!value)
        return note(cudaErrorInvalidValue);
    emu::initialise();
    *value = limit == cudaLimitStackSize                      ? 56 * 1024
             : limit == cudaLimitMallocHeapSize               ? emu::device_memory.heap_limit()
             : limit == cudaLimitDevRuntimePendingLaunchCount ? emu::most_pending_launches
                                                              : 0;
    return cudaSuccess;
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* wanted)
{
    return note(wanted ? cudaGetDevice(device) : cudaErrorInvalidValue);
}

cudaError_t cudaSetValidDevices(int* devices, int count)
{
    for (int i = 0; i < count; ++i)
        if (!devices || !emu::is_device(devices[i]))
            return note(cudaErrorInvalidDevice);
    return cudaSuccess;
}

// These are kept and given back, without effect.
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config)
{
    cache_config[emu::current_device()] = config;
    return cudaSuccess;
}
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config)
{
    if (!config)
        return note(cudaErrorInvalidValue);
    *config = cache_config[emu::current_device()];
    return cudaSuccess;
}
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig)
{
    return cudaSuccess;  // banks have 4 bytes on every device since compute capability 5.0
}
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config)
{
    if (!config)
        return note(cudaErrorInvalidValue);
    *config = cudaSharedMemBankSizeFourByte;
    return cudaSuccess;
}
cudaError_t cudaSetDeviceFlags(unsigned flags)
{
    device_flags[emu::current_device()] = flags;
    return cudaSuccess;
}
cudaError_t cudaGetDeviceFlags(unsigned* flags)
{
    if (!flags)
        return note(cudaErrorInvalidValue);
    *flags = device_flags[emu::current_device()] | cudaDeviceMapHost;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int* version)
{
    if (!version)
        return note(cudaErrorInvalidValue);
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int* version)
{
    return cudaRuntimeGetVersion(version);
}
