#include "api/errors.h"

#include "cuda_runtime_api.h"
#include "state/devices.h"

namespace emu {
namespace {

thread_local cudaError_t last_error = cudaSuccess;  // of each thread of the host, as CUDA's
cudaError_t sticky[kMostDevices] = {};              // by device

}  // namespace

cudaError_t note(cudaError_t error)
{
    if (error != cudaSuccess)
        last_error = error;
    return error;
}

cudaError_t sticky_error()
{
    return sticky[current_device()];
}

void set_sticky_error(cudaError_t error)
{
    sticky[current_device()] = error;
    last_error = error;
}

}  // namespace emu

cudaError_t cudaPeekAtLastError()
{
    return emu::last_error == cudaSuccess ? emu::sticky_error() : emu::last_error;
}

cudaError_t cudaGetLastError()
{
    const cudaError_t error = cudaPeekAtLastError();
    emu::last_error = emu::sticky_error();
    return error;
}

#define EMU_NAME(name, number, text) \
    case name:                       \
        return #name;
#define EMU_STRING(name, number, text) \
    case name:                         \
        return text;

const char* cudaGetErrorName(cudaError_t error)
{
    switch (error) {
        EMU_CUDA_ERRORS(EMU_NAME)
    }
    return "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t error)
{
    switch (error) {
        EMU_CUDA_ERRORS(EMU_STRING)
    }
    return "unrecognized error code";
}
