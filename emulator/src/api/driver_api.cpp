// The driver API on top of the runtime API, whose objects and error numbers it shares.
#define EMU_ONE_OF_EACH_NAME  // no overloads, for the table of entry points

#include "api/errors.h"
#include "api/initialise.h"
#include "api/refused_call.h"
#include "cuda.h"
#include "state/one_at_a_time.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <set>
#include <string>
#include <vector>

struct CUctx_st {
    unsigned flags = 0;
    std::set<CUdeviceptr> allocations;  // that cuCtxDestroy() frees
};

namespace {

using Lock = emu::OneAtATime;

bool is_initialised = false;
bool driver_was_first = false;  // to use the emulator: the runtime API has not made its context current
auto& primary = *new CUctx_st;  // never destroyed, like the next ones
int retained = 0;               // how often the primary context is
auto& created = *new std::set<CUcontext>;
thread_local std::vector<CUcontext> stack;  // the last one is current

void* address(CUdeviceptr pointer)
{
    return reinterpret_cast<void*>(pointer);
}

// The runtime API's context is the primary one, and current where no other is.
CUcontext current()
{
    if (!stack.empty())
        return stack.back();
    return emu::is_initialised() && !driver_was_first ? &primary : nullptr;
}

bool exists(CUcontext context)
{
    return context == &primary || created.count(context) > 0;
}

// The result of a runtime call, whose errors cudaGetLastError() does not tell.
template <class Call>
CUresult run(Call call)
{
    const cudaError_t before = cudaPeekAtLastError();
    const bool was_used = emu::is_initialised();
    const cudaError_t error = call();
    driver_was_first |= emu::is_initialised() && !was_used;
    if (error != cudaSuccess) {
        cudaGetLastError();
        emu::note(before);
    }
    return CUresult(error);
}

template <class Call>
CUresult after_init(Call call)
{
    const Lock lock;
    return is_initialised ? run(call) : CUDA_ERROR_NOT_INITIALIZED;
}

template <class Call>
CUresult in_context(Call call)
{
    const Lock lock;
    if (!is_initialised)
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!current())
        return CUDA_ERROR_INVALID_CONTEXT;
    return exists(current()) ? run(call) : CUDA_ERROR_CONTEXT_IS_DESTROYED;
}

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

void free_all_of(CUctx_st& context)
{
    for (CUdeviceptr pointer : context.allocations)
        cudaFree(address(pointer));
    context.allocations.clear();
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

CUresult refuse(const char* function)
{
    emu::tell_refused_call(function,
                           "it runs no PTX or cubin. Put the kernel into a .cu file of the program, and "
                           "launch it with kernel<<<grid, block>>>(...)");
    return CUDA_ERROR_NOT_SUPPORTED;
}

}  // namespace

// A call of the runtime does it all.
#define EMU_AFTER_INIT(name, parameters, call)   \
    CUresult name parameters                     \
    {                                            \
        return after_init([&] { return call; }); \
    }
#define EMU_IN_CONTEXT(name, parameters, call)   \
    CUresult name parameters                     \
    {                                            \
        return in_context([&] { return call; }); \
    }

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

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device)
{
    return after_init([&] {
        if (!context)
            return cudaErrorInvalidValue;
        if (device != 0)
            return cudaErrorInvalidDevice;
        ++retained;
        *context = &primary;
        return cudaSuccess;
    });
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device)
{
    return after_init([&] {
        if (device != 0)
            return cudaErrorInvalidDevice;
        if (retained == 0)
            return cudaError_t(CUDA_ERROR_INVALID_CONTEXT);
        if (--retained == 0)
            free_all_of(primary);
        return cudaSuccess;
    });
}

CUresult cuDevicePrimaryCtxReset(CUdevice device)
{
    return after_init([&] {
        primary.allocations.clear();
        return device == 0 ? cudaDeviceReset() : cudaErrorInvalidDevice;
    });
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned* flags, int* active)
{
    return after_init([&] {
        if (!flags || !active)
            return cudaErrorInvalidValue;
        *flags = primary.flags;
        *active = retained > 0 || (emu::is_initialised() && !driver_was_first);
        return device == 0 ? cudaSuccess : cudaErrorInvalidDevice;
    });
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned flags)
{
    return after_init([&] {
        primary.flags = flags;
        return device == 0 ? cudaSuccess : cudaErrorInvalidDevice;
    });
}

CUresult cuCtxCreate(CUcontext* context, unsigned flags, CUdevice device)
{
    return after_init([&] {
        if (!context)
            return cudaErrorInvalidValue;
        if (device != 0)
            return cudaErrorInvalidDevice;
        *context = new CUctx_st{flags, {}};
        created.insert(*context);
        stack.push_back(*context);
        return cudaSuccess;
    });
}

CUresult cuCtxDestroy(CUcontext context)
{
    return after_init([&] {
        if (created.count(context) == 0)
            return cudaError_t(CUDA_ERROR_INVALID_CONTEXT);
        const cudaError_t error = cudaDeviceSynchronize();
        free_all_of(*context);
        if (!stack.empty() && stack.back() == context)
            stack.pop_back();
        created.erase(context);
        delete context;
        return error;
    });
}

CUresult cuCtxPushCurrent(CUcontext context)
{
    return after_init([&] {
        if (!exists(context))
            return cudaError_t(CUDA_ERROR_INVALID_CONTEXT);
        stack.push_back(context);
        return cudaSuccess;
    });
}

CUresult cuCtxPopCurrent(CUcontext* context)
{
    return after_init([&] {
        if (stack.empty())
            return cudaError_t(CUDA_ERROR_INVALID_CONTEXT);
        if (context)
            *context = stack.back();
        stack.pop_back();
        return cudaSuccess;
    });
}

CUresult cuCtxSetCurrent(CUcontext context)
{
    return after_init([&] {
        if (context && !exists(context))
            return cudaError_t(CUDA_ERROR_INVALID_CONTEXT);
        if (!stack.empty())
            stack.pop_back();
        if (context)
            stack.push_back(context);
        return cudaSuccess;
    });
}

CUresult cuCtxGetCurrent(CUcontext* context)
{
    return after_init([&] {
        if (!context)
            return cudaErrorInvalidValue;
        *context = current();
        return cudaSuccess;
    });
}

EMU_IN_CONTEXT(cuCtxGetDevice, (CUdevice * device), cudaGetDevice(device))

CUresult cuCtxGetFlags(unsigned* flags)
{
    return in_context([&] {
        if (!flags)
            return cudaErrorInvalidValue;
        *flags = current()->flags;
        return cudaSuccess;
    });
}

CUresult cuCtxGetApiVersion(CUcontext context, unsigned* version)
{
    return after_init([&] {
        if (!version)
            return cudaErrorInvalidValue;
        *version = CUDA_VERSION;
        return context && !exists(context) ? cudaError_t(CUDA_ERROR_INVALID_CONTEXT) : cudaSuccess;
    });
}

EMU_IN_CONTEXT(cuCtxSynchronize, (), cudaDeviceSynchronize())
EMU_IN_CONTEXT(cuCtxSetLimit, (CUlimit limit, size_t value), cudaDeviceSetLimit(cudaLimit(limit), value))
EMU_IN_CONTEXT(cuCtxGetLimit, (size_t * value, CUlimit limit), cudaDeviceGetLimit(value, cudaLimit(limit)))
EMU_IN_CONTEXT(cuCtxSetCacheConfig, (CUfunc_cache config), cudaDeviceSetCacheConfig(cudaFuncCache(config)))
EMU_IN_CONTEXT(cuCtxGetStreamPriorityRange, (int* least, int* greatest),
               cudaDeviceGetStreamPriorityRange(least, greatest))
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

EMU_IN_CONTEXT(cuStreamCreate, (CUstream * stream, unsigned flags), cudaStreamCreateWithFlags(stream, flags))
EMU_IN_CONTEXT(cuStreamCreateWithPriority, (CUstream * stream, unsigned flags, int priority),
               cudaStreamCreateWithPriority(stream, flags, priority))
EMU_IN_CONTEXT(cuStreamDestroy, (CUstream stream), cudaStreamDestroy(stream))
EMU_IN_CONTEXT(cuStreamSynchronize, (CUstream stream), cudaStreamSynchronize(stream))
EMU_IN_CONTEXT(cuStreamQuery, (CUstream stream), cudaStreamQuery(stream))
EMU_IN_CONTEXT(cuStreamWaitEvent, (CUstream stream, CUevent event, unsigned flags),
               cudaStreamWaitEvent(stream, event, flags))
EMU_IN_CONTEXT(cuStreamGetFlags, (CUstream stream, unsigned* flags), cudaStreamGetFlags(stream, flags))
EMU_IN_CONTEXT(cuStreamGetPriority, (CUstream stream, int* priority), cudaStreamGetPriority(stream, priority))
EMU_IN_CONTEXT(cuLaunchHostFunc, (CUstream stream, CUhostFn function, void* user_data),
               cudaLaunchHostFunc(stream, function, user_data))
EMU_IN_CONTEXT(cuEventCreate, (CUevent * event, unsigned flags), cudaEventCreateWithFlags(event, flags))
EMU_IN_CONTEXT(cuEventDestroy, (CUevent event), cudaEventDestroy(event))
EMU_IN_CONTEXT(cuEventRecord, (CUevent event, CUstream stream), cudaEventRecord(event, stream))
EMU_IN_CONTEXT(cuEventSynchronize, (CUevent event), cudaEventSynchronize(event))
EMU_IN_CONTEXT(cuEventQuery, (CUevent event), cudaEventQuery(event))
EMU_IN_CONTEXT(cuEventElapsedTime, (float* milliseconds, CUevent start, CUevent end),
               cudaEventElapsedTime(milliseconds, start, end))

#define EMU_REFUSED(name, ...) \
    CUresult name(__VA_ARGS__) \
    {                          \
        return refuse(#name);  \
    }
EMU_REFUSED(cuModuleLoad, CUmodule*, const char*)
EMU_REFUSED(cuModuleLoadData, CUmodule*, const void*)
EMU_REFUSED(cuModuleLoadDataEx, CUmodule*, const void*, unsigned, CUjit_option*, void**)
EMU_REFUSED(cuModuleLoadFatBinary, CUmodule*, const void*)
EMU_REFUSED(cuModuleUnload, CUmodule)
EMU_REFUSED(cuModuleGetFunction, CUfunction*, CUmodule, const char*)
EMU_REFUSED(cuModuleGetGlobal, CUdeviceptr*, size_t*, CUmodule, const char*)
EMU_REFUSED(cuLibraryLoadData, CUlibrary*, const void*, CUjit_option*, void**, unsigned, void*, void**,
            unsigned)
EMU_REFUSED(cuLinkCreate, unsigned, CUjit_option*, void**, CUlinkState*)
EMU_REFUSED(cuLaunchKernel, CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
            CUstream, void**, void**)
EMU_REFUSED(cuLaunchCooperativeKernel, CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
            unsigned, CUstream, void**)
EMU_REFUSED(cuFuncGetAttribute, int*, CUfunction_attribute, CUfunction)
EMU_REFUSED(cuFuncSetAttribute, CUfunction, CUfunction_attribute, int)
EMU_REFUSED(cuFuncSetCacheConfig, CUfunction, CUfunc_cache)
EMU_REFUSED(cuOccupancyMaxActiveBlocksPerMultiprocessor, int*, CUfunction, int, size_t)

// Not found, and no error, as in CUDA: for functions of later versions and of what is not supported.
cudaError_t cudaGetDriverEntryPoint(const char* name, void** function, unsigned long long,
                                    cudaDriverEntryPointQueryResult* result)
{
    if (!name || !function)
        return emu::note(cudaErrorInvalidValue);
    *function = nullptr;
#define EMU_FIND(known)                 \
    if (std::strcmp(name, #known) == 0) \
        *function = reinterpret_cast<void*>(known);
    EMU_DRIVER_FUNCTIONS(EMU_FIND)
#undef EMU_FIND
    if (result)
        *result = *function ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
    return cudaSuccess;
}
