// The clock of synchronisations. Accesses are stamped with it (shadow.h): those before a barrier have older
// stamps.
#pragma once

#include "memory/shadow.h"

#include <cstdint>

namespace emu {

// Advances at each synchronisation, over all launches.
extern uint32_t now;

inline uint32_t next_stamp()
{
    return ++now;
}

// From this stamp on the scheduler restarts the clock (execution/wind_back.h) before the next step of a warp.
// One step takes far fewer than the 2^20 stamps that are then left.
constexpr uint32_t kLastStamp = (1u << Cell::kStampBits) - (1u << 20);

}  // namespace emu
