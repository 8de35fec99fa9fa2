// The reports of threads of a block that wait for each other.
#pragma once

#include "state/warp.h"

namespace emu {

// Also ends the grid.
void report_deadlock(const Block& block);

// Of a grid that gets nowhere. If lanes of a warp repeat an atomic, as if to take a lock, while another lane of the warp
// waits for them, reports that and returns true.
bool report_lock_in_warp();

}  // namespace emu
