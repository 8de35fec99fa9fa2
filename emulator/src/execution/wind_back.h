// Restarting the clock of synchronisations (memory/clock.h) before its stamps run out.
#pragma once

namespace emu {

// From then on everything done before counts as ordered. A race between two accesses on either side of the
// restart is missed; no false one is reported. Fibers must not call this.
void wind_back_clock();

}  // namespace emu
