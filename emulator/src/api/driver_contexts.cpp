#include "api/driver_context.h"

namespace emu::driver {

bool is_initialised = false;
bool driver_was_first = false;
CUctx_st& primary = *new CUctx_st;  // never destroyed, like the next one
std::set<CUcontext>& created = *new std::set<CUcontext>;

static int retained = 0;                           // how often the primary context is
static thread_local std::vector<CUcontext> stack;  // the last one is current

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

static void free_all_of(CUctx_st& context)
{
    for (CUdeviceptr pointer : context.allocations)
        cudaFree(address(pointer));
    context.allocations.clear();
}

}  // namespace emu::driver

using namespace emu::driver;

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
