// Events: points of streams.
#include "api/capture.h"
#include "api/errors.h"
#include "api/handles.h"
#include "api/initialise.h"
#include "checks/reports.h"
#include "cuda_runtime_api.h"
#include "state/devices.h"
#include "state/one_at_a_time.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>

using emu::note;
using emu::sticky_error;

struct CUevent_st {
    unsigned flags;
    int device = emu::current_device();  // when it was made
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

// A call for things of different devices.
cudaError_t wrong_device(const char* function, const std::string& what, int device, const std::string& other)
{
    emu::initialise();
    emu::report_host("Program hit cudaErrorInvalidResourceHandle (error 400) on CUDA API call to " +
                         std::string(function) + ": two devices",
                     "", 0, what + " with device " + std::to_string(device) + " current, but " + other);
    return note(cudaErrorInvalidResourceHandle);
}

}  // namespace

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
    *event = {event->flags, event->device};
    emu::note_destroyed(emu::Handle::event, event, [](void* old) { delete static_cast<cudaEvent_t>(old); });
    return note(sticky_error());
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    const emu::OneAtATime one_at_a_time;
    if (!is_usable(event) || !emu::is_usable(stream))
        return note(cudaErrorInvalidResourceHandle);
    if (event->device != emu::device_of(stream))
        return wrong_device("cudaEventRecord", "the event was made", event->device,
                            "the stream belongs to device " + std::to_string(emu::device_of(stream)) +
                                "\nCall cudaSetDevice() before cudaEventCreate(), or record another event.");
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
    emu::when_program_waits();
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
    if (start->device != end->device)
        return wrong_device("cudaEventElapsedTime", "the start event was made", start->device,
                            "the end event with device " + std::to_string(end->device));
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
