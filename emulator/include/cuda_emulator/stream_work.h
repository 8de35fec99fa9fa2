// Counters of the work that the host asked the device to do.
#pragma once

#include "links.h"

#include <cstdint>
#include <string>
#include <vector>

namespace emu {

// The work that the host asked for, and how much of it could overlap. The emulator has no time, so this is
// not what did overlap.
struct WorkCounters {
    // Copies between host and device. Managed memory counts as pinned.
    struct Copies {
        uint64_t synchronous = 0, asynchronous = 0;  // calls
        uint64_t bytes = 0;
    };
    Copies pageable, pinned;      // by the kind of host memory
    uint64_t operations = 0;      // copies, fills and kernels
    uint64_t longest_chain = 0;   // of operations that must wait for each other
    uint64_t streams = 0;         // that got operations
    uint64_t devices = 0;         // of these streams
    uint64_t graph_launches = 0;  // their operations are counted above
    uint64_t host_waits = 0;      // times that the host waited for an operation before it asked for the next
    uint64_t allocations = 0;     // of device, managed and pinned memory
    std::vector<LinkCounters> links{};  // between devices, where anything travelled
};

// The first operation that is still outstanding and that an event in the default stream, recorded now, would not wait
// for: "the kernel scale, queued at file.cu:12". "" if there is none. For test harnesses, whose waiting hides it.
std::string work_beside_default_stream();

// The counters since the last call. They restart as if the host had waited for everything.
WorkCounters take_work_counters();

}  // namespace emu
