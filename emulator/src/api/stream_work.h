// Counts the work that the host puts into streams, and tracks which work must wait for which.
#pragma once

#include "checks/stream_order.h"
#include "cuda_emulator/errors.h"
#include "driver_types.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace emu {

// The length of the longest chain of dependent operations (copies, fills, kernels) up to some point of a
// stream or of the host program.
using Depth = uint64_t;

struct Queue {
    Depth depth = 0;         // at the end of the stream
    bool blocking = true;    // synchronises with the default stream
    uint64_t last_used = 0;  // see `period` in stream_work.cpp
    int device = 0;
    int number = -1;  // in a Progress; -1: not used yet
    Progress order;   // what is done when the stream's work is
};

// One copy, fill or kernel; or a graph of them, whose longest chain has `chain` operations.
struct QueuedWork {
    uint64_t operations = 1;
    Depth chain = 1;
};

void enqueue(cudaStream_t stream, QueuedWork work = {});
// The device that the stream belongs to: for the default stream, the current one.
int device_of(cudaStream_t stream);
// What an event records.
struct Point {
    Depth depth = 0;
    Progress order = {};
    std::vector<CUgraphNode_st*> nodes = {};  // of a capture: the last ones of the stream
};
// Recording an event, and waiting for it. Neither counts as an operation.
Point end_of(cudaStream_t stream);
void enqueue_wait(cudaStream_t stream, const Point& point);

// Called when the program asks to wait for the device, a stream or an event. Set by nccl/.
inline void (*when_program_waits)() = [] {};

// The host waits.
void host_waits_until(const Point& point);
void host_waits_for(cudaStream_t stream);
void host_waits_for_all();
// For the work of the current device.
void host_waits_for_device();
// It waits for the stream to take the bytes of pageable memory, not for their copy.
void host_waits_for_staging(cudaStream_t stream);
// A release of memory waits for all work, which counts in no chain.
void release_waits_for_all();

// A stream is destroyed.
void release_queue(Queue& queue);

// While an object of this class exists, an operation of the stream runs; within a launch of a graph, a part of it.
class RunningOperation {
public:
    RunningOperation(cudaStream_t stream, const char* name, bool is_kernel = false);
    ~RunningOperation();
    RunningOperation(const RunningOperation&) = delete;
    RunningOperation& operator=(const RunningOperation&) = delete;
};

// While an object of this class exists, the current device's default stream copies between two devices: it waits for the
// default streams of both, and they wait for it.
class CopyBetweenDevices {
public:
    CopyBetweenDevices(int device, int other);
    ~CopyBetweenDevices();
    CopyBetweenDevices(const CopyBetweenDevices&) = delete;
    CopyBetweenDevices& operator=(const CopyBetweenDevices&) = delete;

private:
    const int devices_[2];
};

void count_copy(bool pinned, bool asynchronous, std::size_t bytes);
void count_allocation();

// Exists while a graph's work is being done. That work is not counted again in the streams that it was
// captured from.
class GraphLaunch {
public:
    GraphLaunch(cudaStream_t stream, QueuedWork graph);
    ~GraphLaunch();
    GraphLaunch(const GraphLaunch&) = delete;
    GraphLaunch& operator=(const GraphLaunch&) = delete;

private:
    RunningOperation running_;
};

}  // namespace emu
