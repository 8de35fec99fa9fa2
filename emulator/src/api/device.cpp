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

namespace {

constexpr char kBusId[] = "0000:00:00.0";
cudaFuncCache cache_config = cudaFuncCachePreferNone;
unsigned device_flags = cudaDeviceScheduleAuto;

}  // namespace

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
    p.surfaceAlignment = p.textureAlignment;
    p.texturePitchAlignment = 32;
    return cudaSuccess;
}

// Limits are accepted and have no effect: the sizes of stacks and of the printf buffer are fixed.
cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value)
{
    const emu::OneAtATime one_at_a_time;
    emu::initialise();
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
    *value = limit == cudaLimitStackSize        ? 56 * 1024
             : limit == cudaLimitMallocHeapSize ? emu::device_memory.heap_limit()
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
        if (!devices || devices[i] != 0)
            return note(cudaErrorInvalidDevice);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int size, int device)
{
    if (!text || size < int(sizeof kBusId))
        return note(cudaErrorInvalidValue);
    if (device != 0)
        return note(cudaErrorInvalidDevice);
    std::memcpy(text, kBusId, sizeof kBusId);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text)
{
    if (!device || !text)
        return note(cudaErrorInvalidValue);
    return std::strcmp(text, kBusId) == 0 ? cudaGetDevice(device) : note(cudaErrorInvalidDevice);
}

// These are kept and given back, without effect.
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config)
{
    cache_config = config;
    return cudaSuccess;
}
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config)
{
    if (!config)
        return note(cudaErrorInvalidValue);
    *config = cache_config;
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
    device_flags = flags;
    return cudaSuccess;
}
cudaError_t cudaGetDeviceFlags(unsigned* flags)
{
    if (!flags)
        return note(cudaErrorInvalidValue);
    *flags = device_flags | cudaDeviceMapHost;
    return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer)
{
    if (!can)
        return note(cudaErrorInvalidValue);
    if (device != 0 || peer != 0)
        return note(cudaErrorInvalidDevice);
    *can = 0;
    return cudaSuccess;
}
cudaError_t cudaDeviceEnablePeerAccess(int, unsigned flags)
{
    return note(flags != 0 ? cudaErrorInvalidValue : cudaErrorInvalidDevice);
}
cudaError_t cudaDeviceDisablePeerAccess(int)
{
    return note(cudaErrorInvalidDevice);
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
