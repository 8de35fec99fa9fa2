// Thread block clusters: blocks that are resident together and see each other's shared memory.
#pragma once

#include "state/warp.h"

#include <cstdint>

namespace emu {

constexpr int kPortableCluster = 8,
              kLargestCluster = 16;  // blocks; more than 8 only where a kernel allows it

// A cluster whose blocks have started.
struct Cluster {
    Block* blocks[kLargestCluster];  // by rank
    int size = 0;                    // 0: not in use
    int ended = 0;                   // blocks whose threads have all ended
    uint64_t barriers = 0;           // that the cluster has passed
};

// The other block of the running block's cluster in whose shared memory the address is; null if there is none.
Block* remote_owner(uintptr_t address);

}  // namespace emu
