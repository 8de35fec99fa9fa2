// The driver API on top of the runtime API, whose objects and error numbers it shares.
#pragma once

#ifndef EMU_ONE_OF_EACH_NAME
#define EMU_ONE_OF_EACH_NAME  // no overloads, for the table of entry points
#endif

#include "api/errors.h"
#include "api/initialise.h"
#include "cuda.h"
#include "state/one_at_a_time.h"

#include <set>
#include <vector>

struct CUctx_st {
    unsigned flags = 0;
    std::set<CUdeviceptr> allocations;  // that cuCtxDestroy() frees
};

namespace emu::driver {

using Lock = OneAtATime;

extern bool is_initialised;
extern bool driver_was_first;  // to use the emulator: the runtime API has not made its context current
extern CUctx_st& primary;
extern std::set<CUcontext>& created;

inline void* address(CUdeviceptr pointer)
{
    return reinterpret_cast<void*>(pointer);
}

// The runtime API's context is the primary one, and current where no other is.
CUcontext current();
bool exists(CUcontext context);

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

}  // namespace emu::driver

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
