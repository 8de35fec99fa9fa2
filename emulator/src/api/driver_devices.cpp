// The driver API: errors and devices.
#include "api/driver_context.h"

#include <cstdio>
#include <cstring>

using namespace emu::driver;

CUresult cuInit(unsigned flags)
{
    const Lock lock;
    if (flags != 0)
        return CUDA_ERROR_INVALID_VALUE;
    is_initialised = true;
    return CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int* version)
{
    return run([&] { return cudaDriverGetVersion(version); });
}

#define EMU_DRIVER_NAME(name, runtime_name) \
    case name:                              \
        *text = #name;                      \
        return CUDA_SUCCESS;
CUresult cuGetErrorName(CUresult error, const char** text)
{
    if (!text)
        return CUDA_ERROR_INVALID_VALUE;
    switch (error) {
        EMU_DRIVER_ERRORS(EMU_DRIVER_NAME)
    }
    *text = nullptr;
    return CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char** text)
{
    const CUresult known = cuGetErrorName(error, text);
    if (known == CUDA_SUCCESS)
        *text = cudaGetErrorString(cudaError_t(error));
    return known;
}

EMU_AFTER_INIT(cuDeviceGetCount, (int* count), cudaGetDeviceCount(count))

CUresult cuDeviceGet(CUdevice* device, int ordinal)
{
    return after_init([&] {
        if (!device)
            return cudaErrorInvalidValue;
        *device = ordinal;
        return ordinal == 0 ? cudaSuccess : cudaErrorInvalidDevice;
    });
}

CUresult cuDeviceGetName(char* name, int size, CUdevice device)
{
    return after_init([&] {
        cudaDeviceProp properties;
        const cudaError_t error = cudaGetDeviceProperties(&properties, device);
        if (error != cudaSuccess)
            return error;
        if (!name || size <= 0)
            return cudaErrorInvalidValue;
        std::snprintf(name, size, "%s", properties.name);
        return cudaSuccess;
    });
}

CUresult cuDeviceTotalMem(size_t* bytes, CUdevice device)
{
    return after_init([&] {
        cudaDeviceProp properties;
        const cudaError_t error = cudaGetDeviceProperties(&properties, device);
        if (error != cudaSuccess)
            return error;
        if (!bytes)
            return cudaErrorInvalidValue;
        *bytes = properties.totalGlobalMem;
        return cudaSuccess;
    });
}

#define EMU_ONE(...) +1
static_assert(0 EMU_DEVICE_ATTRIBUTES(EMU_ONE) == 0 EMU_DRIVER_ATTRIBUTES(EMU_ONE),
              "driver_names.h names each attribute");
#undef EMU_ONE
EMU_AFTER_INIT(cuDeviceGetAttribute, (int* value, CUdevice_attribute attribute, CUdevice device),
               cudaDeviceGetAttribute(value, cudaDeviceAttr(attribute), device))

CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device)
{
    return after_init([&] {
        const cudaError_t error = cudaDeviceGetAttribute(major, cudaDevAttrComputeCapabilityMajor, device);
        return error == cudaSuccess ? cudaDeviceGetAttribute(minor, cudaDevAttrComputeCapabilityMinor, device)
                                    : error;
    });
}

CUresult cuDeviceGetUuid(CUuuid* id, CUdevice device)
{
    return after_init([&] {
        if (!id)
            return cudaErrorInvalidValue;
        std::memset(id, 0, sizeof *id);
        return device == 0 ? cudaSuccess : cudaErrorInvalidDevice;
    });
}

EMU_AFTER_INIT(cuDeviceGetPCIBusId, (char* text, int size, CUdevice device),
               cudaDeviceGetPCIBusId(text, size, device))
EMU_AFTER_INIT(cuDeviceCanAccessPeer, (int* can, CUdevice device, CUdevice peer),
               cudaDeviceCanAccessPeer(can, device, peer))
