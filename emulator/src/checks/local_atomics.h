// Atomic functions on local memory.
#pragma once

#include "state/warp.h"

namespace emu {

// A lane has called an atomic function with an address in local memory, which is its own. A Failure::report.
void report_local_atomic(const Failure& failure, int warp_index, int lane);

}  // namespace emu
