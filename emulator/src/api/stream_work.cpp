#include "api/stream_work.h"

#include "api/capture.h"
#include "counters/links.h"
#include "cuda_emulator/stream_work.h"
#include "debug_info/never_destroyed.h"
#include "state/devices.h"

#include <algorithm>
#include <bit>

namespace emu {
namespace {

struct DeviceQueues {
    Queue legacy_default = {}, default_of_thread = {};
    Progress blocking_order = {};  // of the streams that the default stream waits for
    Progress order = {};           // of all its streams
    Depth deepest_blocking = 0;    // of the streams that the default stream waits for
    Depth deepest = 0;             // of all its streams
};
struct Queues {
    DeviceQueues of_device[kMostDevices];
    std::vector<int> free_numbers{};  // of destroyed queues, whose operations go on counting

    Queues()
    {
        for (int device = 0; device < kMostDevices; ++device)
            of_device[device].legacy_default.device = of_device[device].default_of_thread.device = device;
    }
};
[[gnu::init_priority(101)]] NeverDestroyed<Queues> queues;
auto& free_numbers = queues.value.free_numbers;
Depth deepest = 0;                   // of all streams
Depth host = 0;                      // what the host has waited for; later work cannot begin earlier
bool host_waited = false;            // for unfinished work, since the last operation
thread_local bool in_graph = false;  // a thread may wait for another one's graph

[[gnu::init_priority(101)]] NeverDestroyed<WorkCounters> the_counters;
WorkCounters& counters = the_counters.value;
uint32_t devices_used = 0;  // a bit for each
Depth start = 0;            // of the host when counting began
uint64_t period = 1;        // the number of take_work_counters() so far, from 1

DeviceQueues& queues_of(int device)
{
    return queues.value.of_device[device];
}

bool is_legacy_default(const Queue& queue)
{
    return &queue == &queues_of(queue.device).legacy_default;
}

Queue& queue_of(cudaStream_t stream)
{
    if (stream == cudaStreamPerThread)
        return queues_of(current_device()).default_of_thread;
    return !stream || stream == cudaStreamLegacy ? queues_of(current_device()).legacy_default : stream->queue;
}

bool is_captured(cudaStream_t stream)
{
    return !is_default(stream) && stream->capture;
}

void reach(Queue& queue, Depth depth)
{
    queue.depth = std::max(queue.depth, depth);
    DeviceQueues& beside = queues_of(queue.device);
    if (queue.blocking)
        beside.deepest_blocking = std::max(beside.deepest_blocking, queue.depth);
    beside.deepest = std::max(beside.deepest, queue.depth);
    deepest = std::max(deepest, queue.depth);
}

int number_of(Queue& queue)
{
    static int used = 0;
    if (queue.number < 0 && free_numbers.empty()) {
        queue.number = used++;
    } else if (queue.number < 0) {
        queue.number = free_numbers.back();
        free_numbers.pop_back();
    }
    return queue.number;
}

// What is done when work that is enqueued now begins.
void wait_for_others(Queue& queue)
{
    queue.order.join(host_order());
    const DeviceQueues& beside = queues_of(queue.device);
    if (is_legacy_default(queue))
        queue.order.join(beside.blocking_order);
    else if (queue.blocking)
        queue.order.join(beside.legacy_default.order);
}

void note_order(const Queue& queue)
{
    if (queue.blocking)
        queues_of(queue.device).blocking_order.join(queue.order);
}

// The depth at which work that is enqueued now can begin.
Depth begin_in(const Queue& queue)
{
    const DeviceQueues& beside = queues_of(queue.device);
    const Depth others = is_legacy_default(queue) ? beside.deepest_blocking
                         : queue.blocking         ? beside.legacy_default.depth
                                                  : 0;
    return std::max({queue.depth, others, host});
}

}  // namespace

int device_of(cudaStream_t stream)
{
    return queue_of(stream).device;
}

void enqueue(cudaStream_t stream, QueuedWork work)
{
    if (in_graph)
        return;
    Queue& queue = queue_of(stream);
    reach(queue, begin_in(queue) + work.chain);
    counters.operations += work.operations;
    counters.streams += queue.last_used != period;
    devices_used |= 1u << queue.device;
    queue.last_used = period;
    counters.host_waits += host_waited;
    host_waited = false;
}

Point end_of(cudaStream_t stream)
{
    if (is_captured(stream))
        return {0, {}, stream->capture->member(stream).last};
    // An event in the default stream, too, separates earlier from later work of the other streams.
    Queue& queue = queue_of(stream);
    reach(queue, begin_in(queue));
    wait_for_others(queue);
    note_order(queue);
    return {queue.depth, queue.order};
}

static Point end_of_default_stream(int device)
{
    const OnDevice there(device);
    return end_of(nullptr);
}

void enqueue_wait(cudaStream_t stream, const Point& point)
{
    if (is_captured(stream)) {
        auto& last = stream->capture->member(stream).last;
        for (CUgraphNode_st* node : point.nodes)
            if (std::find(last.begin(), last.end(), node) == last.end())
                last.push_back(node);
        return;
    }
    Queue& queue = queue_of(stream);
    reach(queue, point.depth);
    queue.order.join(point.order);
    note_order(queue);
}

static void host_waits_until_depth(Depth depth)
{
    host_waited |= depth > host;
    host = std::max(host, depth);
}

void host_waits_until(const Point& point)
{
    host_waits_until_depth(point.depth);
    host_has_waited_for(point.order);
}

void host_waits_for(cudaStream_t stream)
{
    if (!in_graph)
        host_waits_until(end_of(stream));
}

void host_waits_for_staging(cudaStream_t stream)
{
    if (!in_graph)
        host_waits_until_depth(end_of(stream).depth);
}

void host_waits_for_all()
{
    host_waits_until({deepest, all_operations()});
}

void host_waits_for_device()
{
    const DeviceQueues& own = queues_of(current_device());
    if (device_count() == 1)
        host_waits_for_all();
    else
        host_waits_until({own.deepest, own.order});
}

void release_waits_for_all()
{
    host_has_waited_for(Progress(all_operations()));
}

void release_queue(Queue& queue)
{
    if (queue.number >= 0)
        free_numbers.push_back(queue.number);
    queue.number = -1;
}

RunningOperation::RunningOperation(cudaStream_t stream, const char* name, bool is_kernel)
{
    if (in_graph || is_captured(stream))
        return;
    Queue& queue = queue_of(stream);
    wait_for_others(queue);
    const int number = number_of(queue);
    queue.order.add(number, all_operations().last(number) + 1);
    note_order(queue);
    queues_of(queue.device).order.join(queue.order);
    begin_operation(name, is_kernel, number, queue.order);
}

RunningOperation::~RunningOperation()
{
    if (!in_graph)
        end_operation();
}

std::string work_beside_default_stream()
{
    Queue& own = queues_of(current_device()).legacy_default;
    wait_for_others(own);
    return first_outside(own.order);
}

CopyBetweenDevices::CopyBetweenDevices(int device, int other) : devices_{device, other}
{
    for (const int each : devices_)
        if (each != current_device())
            enqueue_wait(nullptr, end_of_default_stream(each));
}

CopyBetweenDevices::~CopyBetweenDevices()
{
    const Point end = end_of(nullptr);
    for (const int each : devices_)
        if (const OnDevice there(each); true)
            enqueue_wait(nullptr, end);
}

void count_copy(bool pinned, bool asynchronous, std::size_t bytes)
{
    WorkCounters::Copies& copies = pinned ? counters.pinned : counters.pageable;
    ++(asynchronous ? copies.asynchronous : copies.synchronous);
    copies.bytes += bytes;
}

void count_allocation()
{
    ++counters.allocations;
}

GraphLaunch::GraphLaunch(cudaStream_t stream, QueuedWork graph) : running_(stream, "cudaGraphLaunch")
{
    enqueue(stream, graph);
    ++counters.graph_launches;
    in_graph = true;
}

GraphLaunch::~GraphLaunch()
{
    in_graph = false;  // before running_ ends
}

WorkCounters take_work_counters()
{
    WorkCounters taken = counters;
    taken.longest_chain = deepest - start;
    taken.devices = uint64_t(std::popcount(devices_used));
    devices_used = 0;
    taken.links = take_links();
    counters = {};
    start = host = deepest;
    host_waited = false;
    ++period;
    return taken;
}

}  // namespace emu
