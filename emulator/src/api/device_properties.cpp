// What a program can ask about a device.
#include "api/errors.h"
#include "api/initialise.h"
#include "cuda_runtime_api.h"
#include "memory/device_memory.h"
#include "state/devices.h"

#include <cstdio>
#include <cstring>
#include <string>

using emu::note;

namespace {

constexpr int kBusIdLength = 12;

std::string bus_id(int device)
{
    char text[kBusIdLength + 1];
    std::snprintf(text, sizeof text, "0000:%02x:00.0", unsigned(device) & 0xFF);
    return text;
}

}  // namespace

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device)
{
    if (!value)
        return note(cudaErrorInvalidValue);
    if (!emu::is_device(device))
        return note(cudaErrorInvalidDevice);
    if (attribute == cudaDevAttrPciBusId || attribute == cudaDevAttrMultiGpuBoardGroupID) {
        *value = device;
        return cudaSuccess;
    }
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

static void fill_from_attributes(cudaDeviceProp& p, int device)
{
    const auto get = [device](int attribute) {
        int value = 0;
        cudaDeviceGetAttribute(&value, cudaDeviceAttr(attribute), device);
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
    if (!emu::is_device(device))
        return note(cudaErrorInvalidDevice);
    cudaDeviceProp& p = *properties;
    std::memset(static_cast<void*>(&p), 0, sizeof p);
    std::snprintf(p.name, sizeof p.name, device == 0 ? "CUDA emulator (CPU)" : "CUDA emulator (CPU) %d",
                  device);
    p.uuid.bytes[0] = char(device);
    p.pciBusID = device;
    emu::initialise();
    p.totalGlobalMem = emu::device_memory.devices[device].capacity();
    fill_from_attributes(p, device);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int size, int device)
{
    if (!text || size <= kBusIdLength)
        return note(cudaErrorInvalidValue);
    if (!emu::is_device(device))
        return note(cudaErrorInvalidDevice);
    std::strcpy(text, bus_id(device).c_str());
    return cudaSuccess;
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text)
{
    if (!device || !text)
        return note(cudaErrorInvalidValue);
    for (int each = 0; each < emu::device_count(); ++each)
        if (bus_id(each) == text) {
            *device = each;
            return cudaSuccess;
        }
    return note(cudaErrorInvalidDevice);
}
