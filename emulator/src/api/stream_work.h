// Counts the work that the host puts into streams, and tracks which work must wait for which.
#pragma once

#include "cuda_emulator/errors.h"
#include "driver_types.h"

#include <cstddef>
#include <cstdint>

namespace emu {

// The length of the longest chain of dependent operations (copies, fills, kernels) up to some point of a
// stream or of the host program.
using Depth = uint64_t;

struct Queue {
    Depth depth = 0;         // at the end of the stream
    bool blocking = true;    // synchronises with the default stream
    uint64_t last_used = 0;  // see `period` in stream_work.cpp
};

// One copy, fill or kernel; or a graph of them, whose longest chain has `chain` operations.
struct QueuedWork {
    uint64_t operations = 1;
    Depth chain = 1;
};

void enqueue(cudaStream_t stream, QueuedWork work = {});
// Recording an event, and waiting for it. Neither counts as an operation.
Depth end_of(cudaStream_t stream);
void enqueue_wait(cudaStream_t stream, Depth depth);

// The host waits.
void host_waits_until(Depth depth);
void host_waits_for(cudaStream_t stream);
void host_waits_for_all();

void count_copy(bool pinned, bool asynchronous, std::size_t bytes);

// Exists while a graph's work is being done. That work is not counted again in the streams that it was
// captured from.
class GraphLaunch {
public:
    GraphLaunch(cudaStream_t stream, QueuedWork graph);
    ~GraphLaunch();
    GraphLaunch(const GraphLaunch&) = delete;
    GraphLaunch& operator=(const GraphLaunch&) = delete;
};

}  // namespace emu
