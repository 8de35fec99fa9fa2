// Issues a warp's request: counts it and checks it. The lanes then carry it out themselves.
#pragma once

#include "cuda_emulator/launch_counters.h"
#include "state/warp.h"

#include <cstdint>

namespace emu {

// The result of a request.
struct Issued {
    uint32_t lanes;          // those that continue; an error ends its thread
    uint32_t racing_stores;  // those of them whose stores may race
    Space space;
};

// lanes: all have stopped at the same place.
Issued issue(Warp& warp, uint32_t lanes);

}  // namespace emu
