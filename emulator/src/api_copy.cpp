// Copies and fills.
#include "api_copy.h"

#include "address_checks.h"
#include "capture.h"
#include "cuda_runtime_api.h"
#include "device_memory.h"
#include "program.h"
#include "report.h"
#include "runtime.h"

#include <cstring>
#include <string>

using emu::note;
using emu::sticky_error;

namespace emu {
namespace {

uintptr_t number(const void* pointer)
{
    return reinterpret_cast<uintptr_t>(pointer);
}

// Whether the bytes lie in one live allocation. If not, says so as memcheck does.
bool is_allocated(const void* pointer, std::size_t bytes, const char* function)
{
    uintptr_t low, high;
    if (bytes == 0 || device_memory.find_live(number(pointer), number(pointer) + bytes, &low, &high))
        return true;
    report_host(
        "Program hit cudaErrorInvalidValue (error 1) due to \"invalid argument\" on CUDA API call to " +
            std::string(function) + ".",
        "", 0,
        std::to_string(bytes) + " bytes from a device pointer\n" + relative_to_allocation(number(pointer)));
    return false;
}

bool is_device(const void* pointer)
{
    return device_memory.contains(number(pointer));
}
// A __device__ variable, as far as can be seen: the host's own variables are its neighbours.
bool is_variable(const void* pointer)
{
    return program.contains(number(pointer), number(pointer));
}
bool is_hidden(const void* pointer)
{
    return device_memory.device.contains(number(pointer));
}

}  // namespace

cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, const char* function)
{
    initialise();
    if (sticky_error() != cudaSuccess)
        return note(sticky_error());
    if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
        return note(cudaErrorInvalidMemcpyDirection);
    if (bytes == 0)
        return cudaSuccess;
    if (!to || !from)
        return note(cudaErrorInvalidValue);
    // Device pointers are known; where the caller says "device", the pointer must be one.
    const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    if ((to_device && !is_device(to) && !is_variable(to)) ||
        (from_device && !is_device(from) && !is_variable(from)) ||
        (kind != cudaMemcpyDefault && ((!to_device && is_hidden(to)) || (!from_device && is_hidden(from))))) {
        report_host(
            "Program hit cudaErrorInvalidValue (error 1) due to \"invalid argument\" on CUDA API call to " +
                std::string(function) + ".",
            "", 0, "a pointer of the host where one of the device belongs, or the other way round");
        return note(cudaErrorInvalidValue);
    }
    if ((is_device(to) && !is_allocated(to, bytes, function)) ||
        (is_device(from) && !is_allocated(from, bytes, function)))
        return note(cudaErrorInvalidValue);

    const OpenDeviceMemory open;
    std::memmove(to, from, bytes);
    Shadow& shadow = device_memory.shadow;
    if (is_hidden(to)) {
        if (is_hidden(from))
            shadow.copy_written(number(to), number(from), bytes);
        else
            shadow.set_written(number(to), bytes);
    }
    return cudaSuccess;
}

cudaError_t fill(void* pointer, int value, std::size_t bytes, const char* function)
{
    initialise();
    if (sticky_error() != cudaSuccess)
        return note(sticky_error());
    if (bytes == 0)
        return cudaSuccess;
    if ((!is_device(pointer) && !is_variable(pointer)) ||
        (is_device(pointer) && !is_allocated(pointer, bytes, function)))
        return note(cudaErrorInvalidValue);
    const OpenDeviceMemory open;
    std::memset(pointer, value, bytes);
    if (is_hidden(pointer))
        device_memory.shadow.set_written(number(pointer), bytes);
    return cudaSuccess;
}

}  // namespace emu

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind)
{
    return emu::copy(to, from, bytes, kind, "cudaMemcpy");
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream)
{
    const auto work = [=] { return emu::copy(to, from, bytes, kind, "cudaMemcpyAsync"); };
    const emu::Captured captured = emu::capture(stream, work);
    return captured.is ? captured.error : work();
}

cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind)
{
    if (width > to_pitch || width > from_pitch)
        return note(cudaErrorInvalidPitchValue);
    for (std::size_t row = 0; row < height; ++row) {
        const cudaError_t error =
            emu::copy(static_cast<char*>(to) + row * to_pitch,
                      static_cast<const char*>(from) + row * from_pitch, width, kind, "cudaMemcpy2D");
        if (error != cudaSuccess)
            return error;
    }
    return cudaSuccess;
}

cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream)
{
    const auto work = [=] { return cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind); };
    const emu::Captured captured = emu::capture(stream, work);
    return captured.is ? captured.error : work();
}

cudaError_t cudaMemset(void* pointer, int value, std::size_t bytes)
{
    return emu::fill(pointer, value, bytes, "cudaMemset");
}

cudaError_t cudaMemsetAsync(void* pointer, int value, std::size_t bytes, cudaStream_t stream)
{
    const auto work = [=] { return emu::fill(pointer, value, bytes, "cudaMemsetAsync"); };
    const emu::Captured captured = emu::capture(stream, work);
    return captured.is ? captured.error : work();
}

cudaError_t cudaMemset2D(void* pointer, std::size_t pitch, int value, std::size_t width, std::size_t height)
{
    if (width > pitch)
        return note(cudaErrorInvalidPitchValue);
    for (std::size_t row = 0; row < height; ++row)
        if (const cudaError_t error =
                emu::fill(static_cast<char*>(pointer) + row * pitch, value, width, "cudaMemset2D"))
            return error;
    return cudaSuccess;
}

cudaError_t cudaMemPrefetchAsync(const void*, std::size_t, int, cudaStream_t)
{
    return note(sticky_error());
}
