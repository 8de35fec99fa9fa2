// The clock of synchronisations: accesses get its stamps (shadow.h), and what is older than a barrier is ordered by it.
#pragma once

#include "memory/shadow.h"

#include <cstdint>

namespace emu {

// Advances at each synchronisation, over all launches.
extern uint32_t now;

// The last stamp that is given out. Those above are for fibers, which cannot wind the clock back: one for each grid
// barrier, after which the scheduler soon asks for a stamp.
constexpr uint32_t kLastStamp = (1u << Cell::kStampBits) - (1u << 20);

// Starts the clock anew: everything done so far counts as ordered before everything that follows. A race of two
// accesses between which this happens is missed; none is made up.
void wind_back_clock();

inline uint32_t next_stamp()
{
    if (now >= kLastStamp)
        wind_back_clock();
    return ++now;
}

}  // namespace emu
