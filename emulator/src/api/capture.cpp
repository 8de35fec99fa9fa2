// Stream capture. Each captured call becomes a node of a graph; launching the graph repeats the calls.
#include "api/capture.h"

#include "api/errors.h"
#include "api/handles.h"
#include "debug_info/never_destroyed.h"
#include "state/devices.h"
#include "state/one_at_a_time.h"

#include <algorithm>

using emu::note;
using emu::sticky_error;

namespace emu {
namespace {

[[gnu::init_priority(101)]] NeverDestroyed<std::vector<std::shared_ptr<Capture>>> all_captures;
std::vector<std::shared_ptr<Capture>>& open_captures = all_captures.value;

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

Captured capture(cudaStream_t stream, Work work, const CapturedCall& call)
{
    if (!is_usable(stream))
        return {true, note(cudaErrorInvalidResourceHandle)};
    if (open_captures.empty())
        return {};
    if (is_default(stream))
        return {true, invalidate(*open_captures.back(), cudaErrorStreamCaptureImplicit)};
    if (!stream->capture)
        return {};
    Capture::Member& member = stream->capture->member(stream);
    ++member.calls;
    if (call.is_node) {
        NodeWork made{call.type, call.name, std::move(work), call.type == cudaGraphNodeTypeHost ? 0 : 1};
        member.last = {add_node(*stream->capture->graph, std::move(made), member.last)};
    }
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

// given: of the program; the first nodes that are captured depend on `dependencies`.
static cudaError_t begin_capture(cudaStream_t stream, cudaGraph_t given,
                                 std::vector<CUgraphNode_st*> dependencies)
{
    if (emu::is_default(stream))
        return note(cudaErrorStreamCaptureUnsupported);
    if (!emu::is_usable(stream))
        return note(cudaErrorInvalidResourceHandle);
    if (stream->capture)
        return note(cudaErrorIllegalState);
    stream->capture = std::make_shared<emu::Capture>();
    stream->capture->given = given != nullptr;
    stream->capture->graph =
        given ? std::shared_ptr<CUgraph_st>(given, [](CUgraph_st*) {}) : std::make_shared<CUgraph_st>();
    stream->capture->member(stream).last = std::move(dependencies);
    emu::open_captures.push_back(stream->capture);
    return note(sticky_error());
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode)
{
    const emu::OneAtATime one_at_a_time;
    return begin_capture(stream, nullptr, {});
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t* dependencies, const cudaGraphEdgeData*,
                                          std::size_t count, cudaStreamCaptureMode)
{
    const emu::OneAtATime one_at_a_time;
    if (!emu::is_usable(graph) || (count > 0 && !dependencies))
        return note(cudaErrorInvalidValue);
    for (std::size_t i = 0; i < count; ++i)
        if (!emu::is_usable(dependencies[i], "cudaStreamBeginCaptureToGraph"))
            return cudaErrorInvalidValue;
    return begin_capture(stream, graph, {dependencies, dependencies + count});
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph)
{
    const emu::OneAtATime one_at_a_time;
    if (!emu::is_usable(stream))
        return note(cudaErrorInvalidResourceHandle);
    if (emu::is_default(stream) || !stream->capture)
        return note(graph ? cudaErrorIllegalState : cudaErrorInvalidValue);
    const std::shared_ptr<emu::Capture> capture = stream->capture;
    if (!graph && !capture->given)  // a capture into a graph that the program has needs no pointer
        return note(cudaErrorInvalidValue);
    if (capture->members.front().stream != stream)
        return emu::invalidate(*capture, cudaErrorStreamCaptureUnmatched);
    if (graph)
        *graph = nullptr;
    const bool unjoined = std::any_of(capture->members.begin() + 1, capture->members.end(),
                                      [](const auto& member) { return member.joined < member.calls; });
    emu::close(*capture);
    if (capture->invalid)
        return note(cudaErrorStreamCaptureInvalidated);
    if (unjoined)
        return note(cudaErrorStreamCaptureUnjoined);
    if (capture->given) {
        if (graph)
            *graph = capture->graph.get();
        return note(sticky_error());
    }
    *graph = new CUgraph_st;
    (*graph)->nodes.swap(capture->graph->nodes);
    for (const auto& node : (*graph)->nodes)
        node->graph = *graph;
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
