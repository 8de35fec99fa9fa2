// The shape of a request: where its lanes' addresses lie, seen from the first one's.
//
// A loop repeats a shape at other addresses. Its bounds and its traffic are therefore computed once and kept.
#pragma once

#include "counters/traffic.h"
#include "state/warp.h"

#include <cstdint>

namespace emu {

struct Shape {
    uintptr_t pc = 0;  // of the request; 0: none
    uint32_t lanes = 0;
    uintptr_t offset[kLanes] = {};      // of the address of each of these lanes
    uintptr_t lowest = 0, highest = 0;  // of the offsets
    uintptr_t all_bits = 0;             // or-ed

    // What the last request of this shape cost, and where it began. Each site (by its key) pays in its own way.
    uint64_t site = 0;
    uintptr_t base = 0;
    Traffic traffic{};
};

// The shape of the request of these lanes, which have stopped before the access at pc. It stays valid until the next
// call.
Shape& find_shape(const Warp& warp, uint32_t lanes, uintptr_t pc);

}  // namespace emu
