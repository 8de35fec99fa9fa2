// The report of a block in which no thread can continue.
#pragma once

#include "state/warp.h"

namespace emu {

// Also ends the grid.
void report_deadlock(const Block& block);

}  // namespace emu
