// Restarting the clock of synchronisations (memory/clock.h) before its stamps run out.
#pragma once

namespace emu {

// Everything done so far counts as ordered before everything that follows. A race of two accesses between which this
// happens is missed; none is made up. Not to be called by a fiber.
void wind_back_clock();

}  // namespace emu
