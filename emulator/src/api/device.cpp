// The device: properties, synchronisation, limits. The emulator has one device.
#include "api/capture.h"
#include "api/child_grids.h"
#include "api/errors.h"
#include "api/initialise.h"
#include "checks/doubts.h"
#include "cuda_runtime_api.h"
#include "memory/device_memory.h"
#include "state/one_at_a_time.h"
#include "textures/objects.h"

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

// The emulator starts by itself.
cudaError_t cudaInitDevice(int device, unsigned, unsigned)
{
    return cudaSetDevice(device);
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
    emu::end_arrays();
    emu::end_objects();
    emu::doubts_cleared();
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

static void fill_from_attributes(cudaDeviceProp& p)
{
    const auto get = [](int attribute) {
        int value = 0;
        cudaDeviceGetAttribute(&value, cudaDeviceAttr(attribute), 0);
        return value;
    };
    struct Member {
        int cudaDeviceProp::*member;
        cudaDeviceAttr attribute;
    };
    constexpr Member kMembers[] = {
        {&cudaDeviceProp::regsPerBlock, cudaDevAttrMaxRegistersPerBlock},
        {&cudaDeviceProp::warpSize, cudaDevAttrWarpSize},
        {&cudaDeviceProp::maxThreadsPerBlock, cudaDevAttrMaxThreadsPerBlock},
        {&cudaDeviceProp::clockRate, cudaDevAttrClockRate},
        {&cudaDeviceProp::major, cudaDevAttrComputeCapabilityMajor},
        {&cudaDeviceProp::minor, cudaDevAttrComputeCapabilityMinor},
        {&cudaDeviceProp::deviceOverlap, cudaDevAttrGpuOverlap},
        {&cudaDeviceProp::multiProcessorCount, cudaDevAttrMultiProcessorCount},
        {&cudaDeviceProp::kernelExecTimeoutEnabled, cudaDevAttrKernelExecTimeout},
        {&cudaDeviceProp::integrated, cudaDevAttrIntegrated},
        {&cudaDeviceProp::canMapHostMemory, cudaDevAttrCanMapHostMemory},
        {&cudaDeviceProp::computeMode, cudaDevAttrComputeMode},
        {&cudaDeviceProp::maxTexture1D, cudaDevAttrMaxTexture1DWidth},
        {&cudaDeviceProp::maxTexture1DMipmap, cudaDevAttrMaxTexture1DMipmappedWidth},
        {&cudaDeviceProp::maxTexture1DLinear, cudaDevAttrMaxTexture1DLinearWidth},
        {&cudaDeviceProp::maxTextureCubemap, cudaDevAttrMaxTextureCubemapWidth},
        {&cudaDeviceProp::maxSurface1D, cudaDevAttrMaxSurface1DWidth},
        {&cudaDeviceProp::maxSurfaceCubemap, cudaDevAttrMaxSurfaceCubemapWidth},
        {&cudaDeviceProp::concurrentKernels, cudaDevAttrConcurrentKernels},
        {&cudaDeviceProp::ECCEnabled, cudaDevAttrEccEnabled},
        {&cudaDeviceProp::tccDriver, cudaDevAttrTccDriver},
        {&cudaDeviceProp::asyncEngineCount, cudaDevAttrAsyncEngineCount},
        {&cudaDeviceProp::unifiedAddressing, cudaDevAttrUnifiedAddressing},
        {&cudaDeviceProp::memoryClockRate, cudaDevAttrMemoryClockRate},
        {&cudaDeviceProp::memoryBusWidth, cudaDevAttrGlobalMemoryBusWidth},
        {&cudaDeviceProp::l2CacheSize, cudaDevAttrL2CacheSize},
        {&cudaDeviceProp::persistingL2CacheMaxSize, cudaDevAttrMaxPersistingL2CacheSize},
        {&cudaDeviceProp::maxThreadsPerMultiProcessor, cudaDevAttrMaxThreadsPerMultiProcessor},
        {&cudaDeviceProp::streamPrioritiesSupported, cudaDevAttrStreamPrioritiesSupported},
        {&cudaDeviceProp::globalL1CacheSupported, cudaDevAttrGlobalL1CacheSupported},
        {&cudaDeviceProp::localL1CacheSupported, cudaDevAttrLocalL1CacheSupported},
        {&cudaDeviceProp::regsPerMultiprocessor, cudaDevAttrMaxRegistersPerMultiprocessor},
        {&cudaDeviceProp::managedMemory, cudaDevAttrManagedMemory},
        {&cudaDeviceProp::isMultiGpuBoard, cudaDevAttrIsMultiGpuBoard},
        {&cudaDeviceProp::multiGpuBoardGroupID, cudaDevAttrMultiGpuBoardGroupID},
        {&cudaDeviceProp::hostNativeAtomicSupported, cudaDevAttrHostNativeAtomicSupported},
        {&cudaDeviceProp::singleToDoublePrecisionPerfRatio, cudaDevAttrSingleToDoublePrecisionPerfRatio},
        {&cudaDeviceProp::pageableMemoryAccess, cudaDevAttrPageableMemoryAccess},
        {&cudaDeviceProp::concurrentManagedAccess, cudaDevAttrConcurrentManagedAccess},
        {&cudaDeviceProp::computePreemptionSupported, cudaDevAttrComputePreemptionSupported},
        {&cudaDeviceProp::canUseHostPointerForRegisteredMem, cudaDevAttrCanUseHostPointerForRegisteredMem},
        {&cudaDeviceProp::cooperativeLaunch, cudaDevAttrCooperativeLaunch},
        {&cudaDeviceProp::maxBlocksPerMultiProcessor, cudaDevAttrMaxBlocksPerMultiprocessor},
        {&cudaDeviceProp::accessPolicyMaxWindowSize, cudaDevAttrMaxAccessPolicyWindowSize},
        {&cudaDeviceProp::hostRegisterSupported, cudaDevAttrHostRegisterSupported},
        {&cudaDeviceProp::memoryPoolsSupported, cudaDevAttrMemoryPoolsSupported},
        {&cudaDeviceProp::clusterLaunch, cudaDevAttrClusterLaunch},
        {&cudaDeviceProp::hostNumaId, cudaDevAttrHostNumaId},
    };
    for (const Member& m : kMembers)
        p.*m.member = get(m.attribute);

    // Arrays, whose attributes have numbers in a row.
    const auto fill = [&](auto& array, cudaDeviceAttr first) {
        int attribute = first;
        for (int& value : array)
            value = get(attribute++);
    };
    fill(p.maxThreadsDim, cudaDevAttrMaxBlockDimX);
    fill(p.maxGridSize, cudaDevAttrMaxGridDimX);
    fill(p.maxTexture2D, cudaDevAttrMaxTexture2DWidth);
    fill(p.maxTexture2DMipmap, cudaDevAttrMaxTexture2DMipmappedWidth);
    fill(p.maxTexture2DLinear, cudaDevAttrMaxTexture2DLinearWidth);
    fill(p.maxTexture2DGather, cudaDevAttrMaxTexture2DGatherWidth);
    fill(p.maxTexture3D, cudaDevAttrMaxTexture3DWidth);
    fill(p.maxTexture3DAlt, cudaDevAttrMaxTexture3DWidthAlt);
    fill(p.maxTexture1DLayered, cudaDevAttrMaxTexture1DLayeredWidth);
    fill(p.maxTexture2DLayered, cudaDevAttrMaxTexture2DLayeredWidth);
    fill(p.maxTextureCubemapLayered, cudaDevAttrMaxTextureCubemapLayeredWidth);
    fill(p.maxSurface2D, cudaDevAttrMaxSurface2DWidth);
    fill(p.maxSurface3D, cudaDevAttrMaxSurface3DWidth);
    fill(p.maxSurface1DLayered, cudaDevAttrMaxSurface1DLayeredWidth);
    fill(p.maxSurface2DLayered, cudaDevAttrMaxSurface2DLayeredWidth);
    fill(p.maxSurfaceCubemapLayered, cudaDevAttrMaxSurfaceCubemapLayeredWidth);

    const auto size = [&](cudaDeviceAttr attribute) { return std::size_t(get(attribute)); };
    p.sharedMemPerBlock = size(cudaDevAttrMaxSharedMemoryPerBlock);
    p.sharedMemPerBlockOptin = size(cudaDevAttrMaxSharedMemoryPerBlockOptin);
    p.sharedMemPerMultiprocessor = size(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
    p.reservedSharedMemPerBlock = size(cudaDevAttrReservedSharedMemoryPerBlock);
    p.memPitch = size(cudaDevAttrMaxPitch);
    p.totalConstMem = size(cudaDevAttrTotalConstantMemory);
    p.textureAlignment = size(cudaDevAttrTextureAlignment);
    p.texturePitchAlignment = size(cudaDevAttrTexturePitchAlignment);
    p.surfaceAlignment = size(cudaDevAttrSurfaceAlignment);
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device)
{
    if (!properties)
        return note(cudaErrorInvalidValue);
    if (device != 0)
        return note(cudaErrorInvalidDevice);
    cudaDeviceProp& p = *properties;
    std::memset(static_cast<void*>(&p), 0, sizeof p);
    std::strcpy(p.name, "CUDA emulator (CPU)");
    emu::initialise();
    p.totalGlobalMem = emu::device_memory.device.capacity();
    fill_from_attributes(p);
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
cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr, int, int)
{
    return note(value ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
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
