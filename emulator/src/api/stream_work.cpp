#include "api/stream_work.h"

#include "api/capture.h"
#include "cuda_emulator/stream_work.h"

#include <algorithm>

namespace emu {
namespace {

Queue legacy_default, default_of_thread;
Depth deepest_blocking = 0;  // of the streams that the default stream waits for
Depth deepest = 0;           // of all
Depth host = 0;              // what the host has waited for; later work cannot begin earlier
bool host_waited = false;    // for unfinished work, since the last operation
bool in_graph = false;

WorkCounters counters;
Depth start = 0;      // of the host when counting began
uint64_t period = 1;  // the number of take_work_counters() so far, from 1

Queue& queue_of(cudaStream_t stream)
{
    if (stream == cudaStreamPerThread)
        return default_of_thread;
    return !stream || stream == cudaStreamLegacy ? legacy_default : stream->queue;
}

bool is_captured(cudaStream_t stream)
{
    return !is_default(stream) && stream->capture;
}

void reach(Queue& queue, Depth depth)
{
    queue.depth = std::max(queue.depth, depth);
    if (queue.blocking)
        deepest_blocking = std::max(deepest_blocking, queue.depth);
    deepest = std::max(deepest, queue.depth);
}

// The depth at which work that is enqueued now can begin.
Depth begin_in(const Queue& queue)
{
    const Depth others = &queue == &legacy_default ? deepest_blocking
                         : queue.blocking          ? legacy_default.depth
                                                   : 0;
    return std::max({queue.depth, others, host});
}

}  // namespace

void enqueue(cudaStream_t stream, QueuedWork work)
{
    if (in_graph)
        return;
    Queue& queue = queue_of(stream);
    reach(queue, begin_in(queue) + work.chain);
    counters.operations += work.operations;
    counters.streams += queue.last_used != period;
    queue.last_used = period;
    counters.host_waits += host_waited;
    host_waited = false;
}

Depth end_of(cudaStream_t stream)
{
    if (is_captured(stream))
        return stream->capture->member(stream).depth;
    // An event in the default stream, too, separates earlier from later work of the other streams.
    Queue& queue = queue_of(stream);
    reach(queue, begin_in(queue));
    return queue.depth;
}

void enqueue_wait(cudaStream_t stream, Depth depth)
{
    if (is_captured(stream)) {
        Depth& mine = stream->capture->member(stream).depth;
        mine = std::max(mine, depth);
    } else {
        reach(queue_of(stream), depth);
    }
}

void host_waits_until(Depth depth)
{
    host_waited |= depth > host;
    host = std::max(host, depth);
}

void host_waits_for(cudaStream_t stream)
{
    if (!in_graph)
        host_waits_until(end_of(stream));
}

void host_waits_for_all()
{
    host_waits_until(deepest);
}

void count_copy(bool pinned, bool asynchronous, std::size_t bytes)
{
    WorkCounters::Copies& copies = pinned ? counters.pinned : counters.pageable;
    ++(asynchronous ? copies.asynchronous : copies.synchronous);
    copies.bytes += bytes;
}

GraphLaunch::GraphLaunch(cudaStream_t stream, QueuedWork graph)
{
    enqueue(stream, graph);
    ++counters.graph_launches;
    in_graph = true;
}

GraphLaunch::~GraphLaunch()
{
    in_graph = false;
}

WorkCounters take_work_counters()
{
    WorkCounters taken = counters;
    taken.longest_chain = deepest - start;
    counters = {};
    start = host = deepest;
    host_waited = false;
    ++period;
    return taken;
}

}  // namespace emu
