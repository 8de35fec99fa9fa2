// The driver API: memory.
#include "api/driver_context.h"

#include <cstring>

using namespace emu::driver;

namespace {

// Allocates by the runtime and notes the context.
template <class Call>
CUresult allocate(CUdeviceptr* pointer, Call call)
{
    return in_context([&] {
        void* memory = nullptr;
        if (!pointer)
            return cudaErrorInvalidValue;
        const cudaError_t error = call(&memory);
        *pointer = reinterpret_cast<CUdeviceptr>(memory);
        if (error == cudaSuccess)
            current()->allocations.insert(*pointer);
        return error;
    });
}

template <class Call>
CUresult release(CUdeviceptr pointer, Call call)
{
    return in_context([&] {
        const cudaError_t error = call(address(pointer));
        if (error == cudaSuccess) {
            primary.allocations.erase(pointer);
            for (CUcontext context : created)
                context->allocations.erase(pointer);
        }
        return error;
    });
}

// Sets elements of several bytes: all first bytes, all second bytes, and so on.
template <class Element, class Fill>
CUresult set_elements(CUdeviceptr to, Element value, Fill fill)
{
    return in_context([&] {
        if (to % sizeof value != 0)
            return cudaErrorInvalidValue;
        unsigned char bytes[sizeof value];
        std::memcpy(bytes, &value, sizeof value);
        cudaError_t error = cudaSuccess;
        for (std::size_t i = 0; i < sizeof value && error == cudaSuccess; ++i)
            error = fill(static_cast<char*>(address(to)) + i, bytes[i]);
        return error;
    });
}
template <class Element>
CUresult set_elements_now(CUdeviceptr to, Element value, std::size_t count)
{
    return set_elements(to, value,
                        [&](void* at, int byte) { return cudaMemset2D(at, sizeof value, byte, 1, count); });
}
template <class Element>
CUresult set_elements_later(CUdeviceptr to, Element value, std::size_t count, CUstream stream)
{
    return set_elements(to, value, [&](void* at, int byte) {
        return cudaMemset2DAsync(at, sizeof value, byte, 1, count, stream);
    });
}

}  // namespace

EMU_IN_CONTEXT(cuMemGetInfo, (size_t * free_bytes, size_t* total_bytes),
               cudaMemGetInfo(free_bytes, total_bytes))

CUresult cuMemAlloc(CUdeviceptr* pointer, size_t bytes)
{
    return allocate(pointer,
                    [&](void** memory) { return bytes ? cudaMalloc(memory, bytes) : cudaErrorInvalidValue; });
}

CUresult cuMemAllocPitch(CUdeviceptr* pointer, size_t* pitch, size_t width, size_t height,
                         unsigned element_size)
{
    return allocate(pointer, [&](void** memory) {
        const bool is_size = element_size == 4 || element_size == 8 || element_size == 16;
        return is_size ? cudaMallocPitch(memory, pitch, width, height) : cudaErrorInvalidValue;
    });
}

CUresult cuMemAllocManaged(CUdeviceptr* pointer, size_t bytes, unsigned flags)
{
    return allocate(pointer, [&](void** memory) { return cudaMallocManaged(memory, bytes, flags); });
}

CUresult cuMemFree(CUdeviceptr pointer)
{
    return release(pointer, [](void* memory) { return cudaFree(memory); });
}

CUresult cuMemAllocAsync(CUdeviceptr* pointer, size_t bytes, CUstream stream)
{
    return allocate(pointer, [&](void** memory) { return cudaMallocAsync(memory, bytes, stream); });
}

CUresult cuMemFreeAsync(CUdeviceptr pointer, CUstream stream)
{
    return release(pointer, [&](void* memory) { return cudaFreeAsync(memory, stream); });
}

EMU_IN_CONTEXT(cuMemAllocHost, (void** pointer, size_t bytes), cudaMallocHost(pointer, bytes))
EMU_IN_CONTEXT(cuMemHostAlloc, (void** pointer, size_t bytes, unsigned flags),
               cudaHostAlloc(pointer, bytes, flags))
EMU_IN_CONTEXT(cuMemFreeHost, (void* pointer), cudaFreeHost(pointer))

CUresult cuMemHostGetDevicePointer(CUdeviceptr* device_pointer, void* pointer, unsigned flags)
{
    return in_context([&] {
        void* memory = nullptr;
        if (!device_pointer)
            return cudaErrorInvalidValue;
        const cudaError_t error = cudaHostGetDevicePointer(&memory, pointer, flags);
        *device_pointer = reinterpret_cast<CUdeviceptr>(memory);
        return error;
    });
}

EMU_IN_CONTEXT(cuMemHostRegister, (void* pointer, size_t bytes, unsigned flags),
               cudaHostRegister(pointer, bytes, flags))
EMU_IN_CONTEXT(cuMemHostUnregister, (void* pointer), cudaHostUnregister(pointer))
EMU_IN_CONTEXT(cuMemcpy, (CUdeviceptr to, CUdeviceptr from, size_t bytes),
               cudaMemcpy(address(to), address(from), bytes, cudaMemcpyDefault))
EMU_IN_CONTEXT(cuMemcpyHtoD, (CUdeviceptr to, const void* from, size_t bytes),
               cudaMemcpy(address(to), from, bytes, cudaMemcpyHostToDevice))
EMU_IN_CONTEXT(cuMemcpyDtoH, (void* to, CUdeviceptr from, size_t bytes),
               cudaMemcpy(to, address(from), bytes, cudaMemcpyDeviceToHost))
EMU_IN_CONTEXT(cuMemcpyDtoD, (CUdeviceptr to, CUdeviceptr from, size_t bytes),
               cudaMemcpy(address(to), address(from), bytes, cudaMemcpyDeviceToDevice))
EMU_IN_CONTEXT(cuMemcpyAsync, (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream),
               cudaMemcpyAsync(address(to), address(from), bytes, cudaMemcpyDefault, stream))
EMU_IN_CONTEXT(cuMemcpyHtoDAsync, (CUdeviceptr to, const void* from, size_t bytes, CUstream stream),
               cudaMemcpyAsync(address(to), from, bytes, cudaMemcpyHostToDevice, stream))
EMU_IN_CONTEXT(cuMemcpyDtoHAsync, (void* to, CUdeviceptr from, size_t bytes, CUstream stream),
               cudaMemcpyAsync(to, address(from), bytes, cudaMemcpyDeviceToHost, stream))
EMU_IN_CONTEXT(cuMemcpyDtoDAsync, (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream),
               cudaMemcpyAsync(address(to), address(from), bytes, cudaMemcpyDeviceToDevice, stream))
EMU_IN_CONTEXT(cuMemsetD8, (CUdeviceptr to, unsigned char value, size_t count),
               cudaMemset(address(to), value, count))

CUresult cuMemsetD16(CUdeviceptr to, unsigned short value, size_t count)
{
    return set_elements_now(to, value, count);
}

CUresult cuMemsetD32(CUdeviceptr to, unsigned value, size_t count)
{
    return set_elements_now(to, value, count);
}

EMU_IN_CONTEXT(cuMemsetD8Async, (CUdeviceptr to, unsigned char value, size_t count, CUstream stream),
               cudaMemsetAsync(address(to), value, count, stream))

CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count, CUstream stream)
{
    return set_elements_later(to, value, count, stream);
}

CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count, CUstream stream)
{
    return set_elements_later(to, value, count, stream);
}
