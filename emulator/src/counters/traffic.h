// What a warp's request costs the memory system: sectors of global memory, wavefronts of shared memory.
#pragma once

#include "cuda_emulator/launch_counters.h"
#include "state/warp.h"

#include <cstdint>

namespace emu {

// What a request adds to the counters of its site (see LineCounters). What does not apply to its space is 0.
struct Traffic {
    uint32_t sectors, ideal_sectors, wavefronts, ideal_wavefronts, same_address;
};

// address: of all 32 lanes, of which only those in `lanes` access `bytes` each.
Traffic count_traffic(Space space, Operation operation, const uintptr_t* address, uint32_t lanes,
                      unsigned bytes);

// Of shared memory: its wavefronts if lanes at one address took one together, as plain loads do.
uint32_t distinct_passes(const uintptr_t* address, uint32_t lanes);

// The same request so many bytes further on, or a multiple, has the same traffic.
constexpr uintptr_t traffic_period(Space space)
{
    return is_shared(space) ? 4 : space == Space::constant ? 1 : 32;
}

}  // namespace emu
