// The calls that copy and fill.
#include "api/capture.h"
#include "api/copy.h"
#include "api/copy_operands.h"
#include "api/errors.h"
#include "api/stream_work.h"
#include "checks/byte_fills.h"
#include "cuda_runtime_api.h"
#include "state/one_at_a_time.h"

using emu::note;
using emu::sticky_error;

cudaError_t emu::copy_now(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                          const char* function)
{
    const emu::OneAtATime one_at_a_time;
    const emu::RunningCopy running(nullptr, function, to, from);
    const cudaError_t error = emu::copy(to, from, bytes, kind, function);
    if (error == cudaSuccess)
        emu::note_copy(to, from, bytes, kind);
    return error;
}

cudaError_t emu::copy_later(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream, const char* function)
{
    const emu::OneAtATime one_at_a_time;
    const auto work = [=] {
        const emu::RunningCopy running(stream, function, to, from);
        const cudaError_t error = emu::copy(to, from, bytes, kind, function);
        if (error == cudaSuccess)
            emu::note_copy_async(to, from, bytes, kind, stream);
        return error;
    };
    const emu::Captured captured = emu::capture(stream, work, {cudaGraphNodeTypeMemcpy, function});
    return captured.is ? captured.error : work();
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind)
{
    return emu::copy_now(to, from, bytes, kind, "cudaMemcpy");
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream)
{
    return emu::copy_later(to, from, bytes, kind, stream, "cudaMemcpyAsync");
}

cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind)
{
    const emu::OneAtATime one_at_a_time;
    const emu::RunningCopy running(nullptr, "cudaMemcpy2D", to, from);
    const cudaError_t error = emu::copy_rows({to, to_pitch, from, from_pitch, width, height}, kind);
    if (error == cudaSuccess)
        emu::note_copy(to, from, width * height, kind);
    return error;
}

cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream)
{
    const emu::OneAtATime one_at_a_time;
    const auto work = [=] {
        const emu::RunningCopy running(stream, "cudaMemcpy2DAsync", to, from);
        const cudaError_t error = emu::copy_rows({to, to_pitch, from, from_pitch, width, height}, kind);
        if (error == cudaSuccess)
            emu::note_copy_async(to, from, width * height, kind, stream);
        return error;
    };
    const emu::Captured captured = emu::capture(stream, work, {cudaGraphNodeTypeMemcpy, "cudaMemcpy2DAsync"});
    return captured.is ? captured.error : work();
}

static cudaError_t fill_and_watch(void* pointer, int value, std::size_t bytes, const char* function)
{
    const cudaError_t error = emu::fill(pointer, value, bytes, function);
    if (error == cudaSuccess)
        emu::watch_fill(emu::number(pointer), bytes, value);
    return error;
}

cudaError_t cudaMemset(void* pointer, int value, std::size_t bytes)
{
    const emu::OneAtATime one_at_a_time;
    const emu::RunningOperation running(nullptr, "cudaMemset");
    const cudaError_t error = fill_and_watch(pointer, value, bytes, "cudaMemset");
    if (error == cudaSuccess && bytes > 0)
        emu::note_fill(pointer);
    return error;
}

cudaError_t cudaMemsetAsync(void* pointer, int value, std::size_t bytes, cudaStream_t stream)
{
    return emu::fill_later(
        stream, "cudaMemsetAsync", [=] { return fill_and_watch(pointer, value, bytes, "cudaMemsetAsync"); },
        bytes > 0);
}

cudaError_t cudaMemset2DAsync(void* pointer, std::size_t pitch, int value, std::size_t width,
                              std::size_t height, cudaStream_t stream)
{
    return emu::fill_later(
        stream, "cudaMemset2DAsync", [=] { return emu::fill_rows(pointer, pitch, value, width, height); },
        width * height > 0);
}

cudaError_t cudaMemset2D(void* pointer, std::size_t pitch, int value, std::size_t width, std::size_t height)
{
    const emu::OneAtATime one_at_a_time;
    const emu::RunningOperation running(nullptr, "cudaMemset2D");
    const cudaError_t error = emu::fill_rows(pointer, pitch, value, width, height);
    if (error == cudaSuccess && width * height > 0)
        emu::note_fill(pointer);
    return error;
}

cudaError_t cudaMemPrefetchAsync(const void*, std::size_t, int, cudaStream_t)
{
    return note(sticky_error());
}

cudaError_t cudaMemPrefetchAsync(const void*, std::size_t, cudaMemLocation, unsigned, cudaStream_t)
{
    return note(sticky_error());
}
