// What the host asked of the device.
#pragma once

#include <cstdint>

namespace emu {

// What the host asked of the device, and what of it the device could do at once: not what it did, as there is no time.
struct WorkCounters {
    // Copies between host and device. Managed memory counts as pinned.
    struct Copies {
        uint64_t synchronous = 0, asynchronous = 0;  // calls
        uint64_t bytes = 0;
    };
    Copies pageable, pinned;      // by the host's memory
    uint64_t operations = 0;      // copies, fills and kernels
    uint64_t longest_chain = 0;   // of operations, each of which must wait for the one before
    uint64_t streams = 0;         // in which operations were put
    uint64_t graph_launches = 0;  // their operations are counted above
    uint64_t host_waits = 0;  // how often the host waited for an operation and then asked for the next one
};

// Since the last call, as if the host had waited for everything then.
WorkCounters take_work_counters();

}  // namespace emu
