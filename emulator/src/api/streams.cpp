// Streams. Every call does its work at once, so nothing ever has to wait.
#include "api/capture.h"
#include "api/errors.h"
#include "api/handles.h"
#include "checks/reports.h"
#include "cuda_runtime_api.h"
#include "state/devices.h"
#include "state/one_at_a_time.h"

using emu::note;
using emu::sticky_error;

cudaError_t cudaStreamCreate(cudaStream_t* stream)
{
    const emu::OneAtATime one_at_a_time;
    if (!stream)
        return note(cudaErrorInvalidValue);
    emu::watch_stream_order();
    *stream = new CUstream_st;
    (*stream)->queue.device = emu::current_device();
    emu::note_created(emu::Handle::stream, *stream);
    return note(sticky_error());
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags)
{
    const emu::OneAtATime one_at_a_time;
    if (flags > cudaStreamNonBlocking)
        return note(cudaErrorInvalidValue);
    const cudaError_t error = cudaStreamCreate(stream);
    if (stream)
        (*stream)->queue.blocking = flags != cudaStreamNonBlocking;
    return error;
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int)
{
    const emu::OneAtATime one_at_a_time;
    return cudaStreamCreateWithFlags(stream, flags);
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device)
{
    const emu::OneAtATime one_at_a_time;
    if (!device)
        return note(cudaErrorInvalidValue);
    if (!emu::is_usable(stream))
        return note(cudaErrorInvalidResourceHandle);
    *device = emu::device_of(stream);
    return note(sticky_error());
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    const emu::OneAtATime one_at_a_time;
    if (emu::is_default(stream))
        return note(cudaErrorInvalidResourceHandle);
    if (!emu::is_usable(stream))
        return note(cudaErrorInvalidResourceHandle);
    emu::leave_capture(stream);
    emu::release_queue(stream->queue);
    *stream = {};
    emu::note_destroyed(emu::Handle::stream, stream,
                        [](void* old) { delete static_cast<cudaStream_t>(old); });
    return note(sticky_error());
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest)
{
    if (least)
        *least = 0;
    if (greatest)
        *greatest = 0;
    return note(sticky_error());
}

static void report_forbidden_call()
{
    emu::report_host("A call of CUDA in a function that a stream calls", "", 0,
                     "CUDA does not allow it (cudaErrorNotPermitted): on a GPU it fails, or never returns.\n"
                     "Let the function only tell the host, which then makes the call.");
}

template <class Function>
static void call_of_stream(cudaStream_t stream, Function function)
{
    const emu::HostFunctionOfStream in_order(emu::end_of(stream).order);
    emu::report_call_in_host_function = report_forbidden_call;
    const emu::InHostFunction in_host_function;
    function();
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* user_data)
{
    const emu::OneAtATime one_at_a_time;
    if (!function)
        return note(cudaErrorInvalidValue);
    if (const auto captured =
            emu::capture(stream, [=] { return cudaLaunchHostFunc(nullptr, function, user_data); },
                         {cudaGraphNodeTypeHost, "cudaLaunchHostFunc"});
        captured.is)
        return captured.error;
    if (sticky_error() == cudaSuccess) {
        call_of_stream(stream, [&] { function(user_data); });
    }
    return note(sticky_error());
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* user_data,
                                  unsigned flags)
{
    const emu::OneAtATime one_at_a_time;
    if (!callback || flags != 0)
        return note(cudaErrorInvalidValue);
    if (!emu::is_usable(stream))
        return note(cudaErrorInvalidResourceHandle);
    call_of_stream(stream, [&] { callback(stream, sticky_error(), user_data); });
    return note(sticky_error());
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, std::size_t, unsigned)
{
    const emu::OneAtATime one_at_a_time;
    if (!emu::is_usable(stream))
        return note(cudaErrorInvalidResourceHandle);
    return note(pointer ? sticky_error() : cudaErrorInvalidValue);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    const emu::OneAtATime one_at_a_time;
    if (!emu::is_usable(stream))
        return note(cudaErrorInvalidResourceHandle);
    if (const cudaError_t refused = emu::refuse_while_capturing(stream))
        return refused;
    emu::when_program_waits();
    emu::host_waits_for(stream);
    return note(sticky_error());
}
cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    const emu::OneAtATime one_at_a_time;
    return cudaStreamSynchronize(stream);
}
