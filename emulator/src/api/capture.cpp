// Stream capture and graphs. A graph is the list of the captured calls; launching it repeats them in order.
#include "api/capture.h"

#include "api/errors.h"
#include "api/handles.h"
#include "state/devices.h"
#include "state/one_at_a_time.h"

#include <algorithm>

using emu::note;
using emu::sticky_error;

struct CUgraph_st {
    std::vector<emu::Work> work;
    emu::QueuedWork size;
};
struct CUgraphExec_st {
    std::vector<emu::Work> work;
    emu::QueuedWork size;
    emu::Point end = {};  // of its last launch; the next launch waits for it
};

namespace emu {
namespace {

std::vector<std::shared_ptr<Capture>> open_captures;

// As a graph repeats it, whichever device is current then.
Work on_current_device(Work work)
{
    if (device_count() == 1)
        return work;
    return [work = std::move(work), device = current_device()] {
        const OnDevice there(device);
        return work();
    };
}

void close(Capture& capture)
{
    capture.open = false;
    std::erase_if(open_captures, [&](const auto& each) { return each.get() == &capture; });
    const std::vector<Capture::Member> members = capture.members;
    for (const Capture::Member& member : members)
        member.stream->capture = nullptr;
}

}  // namespace

bool is_default(cudaStream_t stream)
{
    return !stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

bool is_usable(cudaStream_t stream)
{
    return is_default(stream) || is_usable(Handle::stream, stream);
}

cudaError_t invalidate(Capture& capture, cudaError_t error)
{
    capture.invalid = true;
    return note(error);
}

Capture::Member& Capture::member(cudaStream_t stream)
{
    const auto found = std::find_if(members.begin(), members.end(),
                                    [&](const Member& member) { return member.stream == stream; });
    return found != members.end() ? *found : members.emplace_back(Member{stream});
}

Captured capture(cudaStream_t stream, Work work, int operations)
{
    if (!is_usable(stream))
        return {true, note(cudaErrorInvalidResourceHandle)};
    if (open_captures.empty())
        return {};
    if (is_default(stream))
        return {true, invalidate(*open_captures.back(), cudaErrorStreamCaptureImplicit)};
    if (!stream->capture)
        return {};
    stream->capture->work.push_back(on_current_device(std::move(work)));
    Capture::Member& member = stream->capture->member(stream);
    ++member.calls;
    member.depth += Depth(operations);
    QueuedWork& size = stream->capture->size;
    size.operations += uint64_t(operations);
    size.chain = std::max(size.chain, member.depth);
    return {true, cudaSuccess};
}

cudaError_t refuse_while_capturing(cudaStream_t stream)
{
    if (open_captures.empty())
        return cudaSuccess;
    const std::shared_ptr<Capture> capture = is_default(stream) ? open_captures.back() : stream->capture;
    return capture ? invalidate(*capture, cudaErrorStreamCaptureUnsupported) : cudaSuccess;
}

void leave_capture(cudaStream_t stream)
{
    const std::shared_ptr<Capture> capture = stream->capture;
    if (!capture)
        return;
    capture->invalid = true;
    if (capture->members.front().stream == stream)
        close(*capture);
    else
        std::erase_if(capture->members, [&](const auto& member) { return member.stream == stream; });
}

}  // namespace emu

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode)
{
    const emu::OneAtATime one_at_a_time;
    if (emu::is_default(stream))
        return note(cudaErrorStreamCaptureUnsupported);
    if (!emu::is_usable(stream))
        return note(cudaErrorInvalidResourceHandle);
    if (stream->capture)
        return note(cudaErrorIllegalState);
    stream->capture = std::make_shared<emu::Capture>();
    stream->capture->member(stream);
    emu::open_captures.push_back(stream->capture);
    return note(sticky_error());
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph)
{
    const emu::OneAtATime one_at_a_time;
    if (!emu::is_usable(stream))
        return note(cudaErrorInvalidResourceHandle);
    if (!graph || emu::is_default(stream) || !stream->capture)
        return note(graph ? cudaErrorIllegalState : cudaErrorInvalidValue);
    const std::shared_ptr<emu::Capture> capture = stream->capture;
    if (capture->members.front().stream != stream)
        return emu::invalidate(*capture, cudaErrorStreamCaptureUnmatched);
    *graph = nullptr;
    const bool unjoined = std::any_of(capture->members.begin() + 1, capture->members.end(),
                                      [](const auto& member) { return member.joined < member.calls; });
    emu::close(*capture);
    if (capture->invalid)
        return note(cudaErrorStreamCaptureInvalidated);
    if (unjoined)
        return note(cudaErrorStreamCaptureUnjoined);
    *graph = new CUgraph_st{capture->work, capture->size};
    emu::note_created(emu::Handle::graph, *graph);
    return note(sticky_error());
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status)
{
    const emu::OneAtATime one_at_a_time;
    if (!status)
        return note(cudaErrorInvalidValue);
    if (!emu::is_usable(stream))
        return note(cudaErrorInvalidResourceHandle);
    const bool active = !emu::is_default(stream) && stream->capture;
    *status = !active                    ? cudaStreamCaptureStatusNone
              : stream->capture->invalid ? cudaStreamCaptureStatusInvalidated
                                         : cudaStreamCaptureStatusActive;
    return note(sticky_error());
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* ready, cudaGraph_t graph, unsigned long long)
{
    const emu::OneAtATime one_at_a_time;
    if (!ready || !graph || !emu::is_usable(emu::Handle::graph, graph))
        return note(cudaErrorInvalidValue);
    *ready = new CUgraphExec_st{graph->work, graph->size};
    emu::note_created(emu::Handle::executable_graph, *ready);
    return note(sticky_error());
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t ready, cudaStream_t stream)
{
    const emu::OneAtATime one_at_a_time;
    if (!ready || !emu::is_usable(emu::Handle::executable_graph, ready))
        return note(cudaErrorInvalidValue);
    if (!emu::is_usable(stream))
        return note(cudaErrorInvalidResourceHandle);
    emu::enqueue_wait(stream, ready->end);
    const emu::GraphLaunch launch(stream, ready->size);
    ready->end = emu::end_of(stream);
    for (const emu::Work& work : ready->work)
        if (const cudaError_t error = work(); error != cudaSuccess)
            return error;
    return note(sticky_error());
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    const emu::OneAtATime one_at_a_time;
    if (!graph || !emu::is_usable(emu::Handle::graph, graph))
        return note(cudaErrorInvalidValue);
    emu::note_destroyed(emu::Handle::graph, graph, [](void* old) { delete static_cast<cudaGraph_t>(old); });
    return note(sticky_error());
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t ready)
{
    const emu::OneAtATime one_at_a_time;
    if (!ready || !emu::is_usable(emu::Handle::executable_graph, ready))
        return note(cudaErrorInvalidValue);
    ready->work.clear();
    emu::note_destroyed(emu::Handle::executable_graph, ready,
                        [](void* old) { delete static_cast<cudaGraphExec_t>(old); });
    return note(sticky_error());
}
