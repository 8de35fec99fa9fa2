// Streams and events. Every call does its work at once, so nothing ever has to wait.
#include "api/capture.h"
#include "api/errors.h"
#include "api/handles.h"
#include "checks/reports.h"
#include "cuda_runtime_api.h"
#include "state/one_at_a_time.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>

using emu::note;
using emu::sticky_error;

struct CUevent_st {
    unsigned flags;
    bool recorded = false;
    std::chrono::steady_clock::time_point time = {};
    // If the event was recorded during a capture: the stream, and how many of its captured calls come before
    // the event.
    std::shared_ptr<emu::Capture> capture = nullptr;
    cudaStream_t stream = nullptr;
    unsigned long calls = 0;
    emu::Point point = {};  // of its last record
};

namespace {

bool is_usable(cudaEvent_t event)
{
    return event && emu::is_usable(emu::Handle::event, event);
}

void report_elapsed_time(const std::string& why)
{
    emu::report_host("Invalid use of cudaEventElapsedTime()", "", 0, why);
}

}  // namespace

cudaError_t cudaStreamCreate(cudaStream_t* stream)
{
    const emu::OneAtATime one_at_a_time;
    if (!stream)
        return note(cudaErrorInvalidValue);
    emu::watch_stream_order();
    *stream = new CUstream_st;
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
    return note(emu::is_usable(stream) ? cudaGetDevice(device) : cudaErrorInvalidResourceHandle);
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
    emu::host_waits_for(stream);
    return note(sticky_error());
}
cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    const emu::OneAtATime one_at_a_time;
    return cudaStreamSynchronize(stream);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned)
{
    const emu::OneAtATime one_at_a_time;
    if (!is_usable(event) || !emu::is_usable(stream))
        return note(cudaErrorInvalidResourceHandle);
    const bool was_recorded = event->recorded || event->capture;
    const auto waits = emu::is_default(stream) ? nullptr : stream->capture;
    const auto from = event->capture && event->capture->open ? event->capture : nullptr;
    if (waits && was_recorded && !from)
        return emu::invalidate(*waits, cudaErrorStreamCaptureIsolation);
    if (!from) {
        emu::enqueue_wait(stream, event->point);
        return note(sticky_error());
    }
    if (emu::is_default(stream))
        return emu::invalidate(*from, cudaErrorStreamCaptureImplicit);
    if (waits && waits != from) {
        from->invalid = true;
        return emu::invalidate(*waits, cudaErrorStreamCaptureMerge);
    }
    stream->capture = from;
    ++from->member(stream).calls;
    emu::Capture::Member& recorded = from->member(event->stream);
    recorded.joined = std::max(recorded.joined, event->calls);
    emu::enqueue_wait(stream, event->point);
    return note(sticky_error());
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags)
{
    const emu::OneAtATime one_at_a_time;
    if (!event)
        return note(cudaErrorInvalidValue);
    *event = new CUevent_st{flags};
    emu::note_created(emu::Handle::event, *event);
    return note(sticky_error());
}

cudaError_t cudaEventCreate(cudaEvent_t* event)
{
    const emu::OneAtATime one_at_a_time;
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    const emu::OneAtATime one_at_a_time;
    if (!is_usable(event))
        return note(cudaErrorInvalidResourceHandle);
    *event = {event->flags};
    emu::note_destroyed(emu::Handle::event, event, [](void* old) { delete static_cast<cudaEvent_t>(old); });
    return note(sticky_error());
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    const emu::OneAtATime one_at_a_time;
    if (!is_usable(event))
        return note(cudaErrorInvalidResourceHandle);
    if (const auto captured =
            emu::capture(stream, [] { return cudaSuccess; }, {cudaGraphNodeTypeEmpty, "", false});
        captured.is) {
        if (captured.error == cudaSuccess) {
            event->capture = stream->capture;
            event->stream = stream;
            event->calls = stream->capture->member(stream).calls;
            event->point = emu::end_of(stream);
        }
        return captured.error;
    }
    event->capture = nullptr;
    event->recorded = true;
    event->point = emu::end_of(stream);
    event->time = std::chrono::steady_clock::now();
    return note(sticky_error());
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned)
{
    return cudaEventRecord(event, stream);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    const emu::OneAtATime one_at_a_time;
    if (!is_usable(event))
        return note(cudaErrorInvalidResourceHandle);
    emu::host_waits_until(event->point);
    return note(sticky_error());
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    const emu::OneAtATime one_at_a_time;
    return cudaEventSynchronize(event);
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end)
{
    const emu::OneAtATime one_at_a_time;
    if (!milliseconds)
        return note(cudaErrorInvalidValue);
    if (!is_usable(start) || !is_usable(end))
        return note(cudaErrorInvalidResourceHandle);
    if (!start->recorded || !end->recorded) {
        report_elapsed_time(std::string("the ") + (start->recorded ? "end" : "start") +
                            " event was never recorded\nCall cudaEventRecord() before the work that is to be "
                            "measured, and after it.");
        return note(cudaErrorInvalidResourceHandle);
    }
    if ((start->flags | end->flags) & cudaEventDisableTiming) {
        report_elapsed_time("an event that was made with cudaEventDisableTiming has no time");
        return note(cudaErrorInvalidResourceHandle);
    }
    if (!emu::host_order().includes(start->point.order) || !emu::host_order().includes(end->point.order)) {
        report_elapsed_time(
            "the host has not waited for the end event: the work may still be running\nCall "
            "cudaEventSynchronize(end) first.");
        return note(cudaErrorNotReady);
    }
    if (end->time < start->time)
        report_elapsed_time(
            "the end event was recorded before the start event: the time is negative\nAre the two "
            "exchanged?");
    *milliseconds = std::chrono::duration<float, std::milli>(end->time - start->time).count();
    return note(sticky_error());
}
