// A warp's request: counted, checked, and then carried out by the lanes themselves.
#pragma once

#include "cuda_emulator/launch_counters.h"
#include "state/warp.h"

#include <cstdint>

namespace emu {

// The result of a request.
struct Issued {
    uint32_t lanes;          // those that may go on: an error ends its thread
    uint32_t racing_stores;  // those of them whose stores must be watched
    Space space;
};

// lanes: all stopped at one place.
Issued issue(Warp& warp, uint32_t lanes);

}  // namespace emu
