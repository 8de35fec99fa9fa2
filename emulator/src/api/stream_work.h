// What the host puts into the device's streams, counted, and which of it must wait for which.
#pragma once

#include "cuda_emulator/errors.h"
#include "driver_types.h"

#include <cstddef>
#include <cstdint>

namespace emu {

// The length of the longest chain of copies, fills and kernels that each had to wait for the one before, up to some
// point of a stream or of the host's program.
using Depth = uint64_t;

struct Queue {
    Depth depth = 0;         // of its end
    bool blocking = true;    // waits for the default stream, which waits for it
    uint64_t last_used = 0;  // see `period` in queues.cpp
};

// One copy, fill or kernel; or a graph of them, of which `chain` is the longest chain.
struct QueuedWork {
    uint64_t operations = 1;
    Depth chain = 1;
};

void enqueue(cudaStream_t stream, QueuedWork work = {});
// An event's record, and a wait for it. They are no operations.
Depth end_of(cudaStream_t stream);
void enqueue_wait(cudaStream_t stream, Depth depth);

// The host waits.
void host_waits_until(Depth depth);
void host_waits_for(cudaStream_t stream);
void host_waits_for_all();

void count_copy(bool pinned, bool asynchronous, std::size_t bytes);

// While one lives, the work of a graph is done. The streams that it was captured from have nothing to do with it.
class GraphLaunch {
public:
    GraphLaunch(cudaStream_t stream, QueuedWork graph);
    ~GraphLaunch();
    GraphLaunch(const GraphLaunch&) = delete;
    GraphLaunch& operator=(const GraphLaunch&) = delete;
};

}  // namespace emu
