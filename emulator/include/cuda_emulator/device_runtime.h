// The CUDA runtime in device code. The rewriter puts emu::in_kernel:: before the names of these functions where device
// code calls them. In a __host__ __device__ function that the host runs, they are the host's.
#pragma once

#include "cuda_runtime_api.h"

#include <cstddef>

extern "C" void* emu_malloc(std::size_t bytes);
extern "C" void emu_free(void* pointer);

// The caller's file and line.
#define EMU_PLACE const char *file = __builtin_FILE(), int line = __builtin_LINE()

namespace emu {

// The result of a call that gives a value, too. The caller stores it, so that the store is checked.
struct DeviceResult {
    cudaError_t error;
    unsigned long value;
};
DeviceResult device_attribute(cudaDeviceAttr attribute, int device);
DeviceResult device_limit(cudaLimit limit);
DeviceResult device_stream(unsigned flags, const char* file, int line);
DeviceResult device_number();
DeviceResult count_of_devices();
bool runs_in_kernel();

namespace in_kernel {

cudaError_t cudaGetLastError(EMU_PLACE);
cudaError_t cudaPeekAtLastError(EMU_PLACE);
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes,
                            cudaMemcpyKind kind = cudaMemcpyDeviceToDevice, cudaStream_t stream = nullptr,
                            EMU_PLACE);
cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t stream = nullptr, EMU_PLACE);
cudaError_t cudaStreamDestroy(cudaStream_t stream, EMU_PLACE);

inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags, EMU_PLACE)
{
    if (!runs_in_kernel())
        return ::cudaStreamCreateWithFlags(stream, flags);
    const DeviceResult made = device_stream(flags, file, line);
    if (made.error == cudaSuccess)
        *stream = reinterpret_cast<cudaStream_t>(made.value);
    return made.error;
}

inline cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device)
{
    const DeviceResult found = device_attribute(attribute, device);
    if (found.error == cudaSuccess)
        *value = int(found.value);
    return found.error;
}

inline cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit)
{
    const DeviceResult found = device_limit(limit);
    if (found.error == cudaSuccess)
        *value = found.value;
    return found.error;
}

inline cudaError_t cudaGetDevice(int* device)
{
    const DeviceResult found = device_number();
    if (found.error == cudaSuccess)
        *device = int(found.value);
    return found.error;
}

inline cudaError_t cudaGetDeviceCount(int* count)
{
    const DeviceResult found = count_of_devices();
    if (found.error == cudaSuccess)
        *count = int(found.value);
    return found.error;
}

// Memory of the device's heap, as that of malloc() in a kernel.
template <class T>
inline cudaError_t cudaMalloc(T** pointer, std::size_t bytes)
{
    if (!runs_in_kernel())
        return ::cudaMalloc(pointer, bytes);
    void* memory = emu_malloc(bytes);
    *pointer = static_cast<T*>(memory);
    return memory || bytes == 0 ? cudaSuccess : cudaErrorMemoryAllocation;
}

inline cudaError_t cudaFree(void* pointer)
{
    if (!runs_in_kernel())
        return ::cudaFree(pointer);
    emu_free(pointer);
    return cudaSuccess;
}

// Programmatic dependent launches: kernels run one after the other here, so there is nothing to wait for.
inline void cudaGridDependencySynchronize() {}
inline void cudaTriggerProgrammaticLaunchCompletion() {}

}  // namespace in_kernel
}  // namespace emu

#undef EMU_PLACE
