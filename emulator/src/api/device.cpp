// The device: properties, synchronisation, limits. The emulator has one device.
#include "api/capture.h"
#include "api/errors.h"
#include "api/initialise.h"
#include "cuda_runtime_api.h"
#include "memory/device_memory.h"
#include "state/one_at_a_time.h"

#include <cstring>

using emu::note;
using emu::sticky_error;

cudaError_t cudaGetDeviceCount(int* count)
{
    if (!count)
        return note(cudaErrorInvalidValue);
    *count = 1;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int* device)
{
    if (!device)
        return note(cudaErrorInvalidValue);
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    return note(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}
cudaError_t cudaDeviceSynchronize()
{
    const emu::OneAtATime one_at_a_time;
    if (const cudaError_t refused = emu::refuse_while_capturing(nullptr))
        return refused;
    emu::host_waits_for_all();
    return note(sticky_error());
}

cudaError_t cudaDeviceReset()
{
    const emu::OneAtATime one_at_a_time;
    emu::initialise();
    emu::host_waits_for_all();
    emu::device_memory.clear();
    emu::set_sticky_error(cudaSuccess);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device)
{
    if (!value)
        return note(cudaErrorInvalidValue);
    if (device != 0)
        return note(cudaErrorInvalidDevice);
#define EMU_VALUE(name, number, attribute_value) \
    case name:                                   \
        *value = attribute_value;                \
        return cudaSuccess;
    switch (attribute) {
        EMU_DEVICE_ATTRIBUTES(EMU_VALUE)
    }
#undef EMU_VALUE
    return note(cudaErrorInvalidValue);
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device)
{
    if (!properties)
        return note(cudaErrorInvalidValue);
    if (device != 0)
        return note(cudaErrorInvalidDevice);
    const auto get = [](cudaDeviceAttr attribute) {
        int value = 0;
        cudaDeviceGetAttribute(&value, attribute, 0);
        return value;
    };
    cudaDeviceProp& p = *properties;
    std::memset(static_cast<void*>(&p), 0, sizeof p);
    std::strcpy(p.name, "CUDA emulator (CPU)");
    emu::initialise();
    p.totalGlobalMem = emu::device_memory.device.capacity();
    p.sharedMemPerBlock = std::size_t(get(cudaDevAttrMaxSharedMemoryPerBlock));
    p.sharedMemPerBlockOptin = std::size_t(get(cudaDevAttrMaxSharedMemoryPerBlockOptin));
    p.sharedMemPerMultiprocessor = std::size_t(get(cudaDevAttrMaxSharedMemoryPerMultiprocessor));
    p.reservedSharedMemPerBlock = std::size_t(get(cudaDevAttrReservedSharedMemoryPerBlock));
    p.regsPerBlock = get(cudaDevAttrMaxRegistersPerBlock);
    p.regsPerMultiprocessor = get(cudaDevAttrMaxRegistersPerMultiprocessor);
    p.warpSize = get(cudaDevAttrWarpSize);
    p.memPitch = std::size_t(get(cudaDevAttrMaxPitch));
    p.maxThreadsPerBlock = get(cudaDevAttrMaxThreadsPerBlock);
    p.maxThreadsPerMultiProcessor = get(cudaDevAttrMaxThreadsPerMultiProcessor);
    p.maxBlocksPerMultiProcessor = get(cudaDevAttrMaxBlocksPerMultiprocessor);
    for (int i = 0; i < 3; ++i) {
        p.maxThreadsDim[i] = get(cudaDeviceAttr(cudaDevAttrMaxBlockDimX + i));
        p.maxGridSize[i] = get(cudaDeviceAttr(cudaDevAttrMaxGridDimX + i));
    }
    p.clockRate = get(cudaDevAttrClockRate);
    p.memoryClockRate = get(cudaDevAttrMemoryClockRate);
    p.memoryBusWidth = get(cudaDevAttrGlobalMemoryBusWidth);
    p.totalConstMem = std::size_t(get(cudaDevAttrTotalConstantMemory));
    p.major = get(cudaDevAttrComputeCapabilityMajor);
    p.minor = get(cudaDevAttrComputeCapabilityMinor);
    p.textureAlignment = std::size_t(get(cudaDevAttrTextureAlignment));
    p.multiProcessorCount = get(cudaDevAttrMultiProcessorCount);
    p.unifiedAddressing = get(cudaDevAttrUnifiedAddressing);
    p.managedMemory = get(cudaDevAttrManagedMemory);
    p.deviceOverlap = get(cudaDevAttrGpuOverlap);
    p.canMapHostMemory = get(cudaDevAttrCanMapHostMemory);
    p.concurrentKernels = get(cudaDevAttrConcurrentKernels);
    p.asyncEngineCount = get(cudaDevAttrAsyncEngineCount);
    p.l2CacheSize = get(cudaDevAttrL2CacheSize);
    p.cooperativeLaunch = get(cudaDevAttrCooperativeLaunch);
    return cudaSuccess;
}

// Limits are accepted and have no effect: the sizes of stacks and of the printf buffer are fixed.
cudaError_t cudaDeviceSetLimit(cudaLimit, std::size_t)
{
    return note(sticky_error());
}

cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit)
{
    if (!value)
        return note(cudaErrorInvalidValue);
    *value = limit == cudaLimitStackSize ? 56 * 1024 : 0;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache)
{
    return cudaSuccess;
}
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig)
{
    return cudaSuccess;
}
cudaError_t cudaSetDeviceFlags(unsigned)
{
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
