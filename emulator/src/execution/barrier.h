// Block barriers: __syncthreads(), __syncthreads_count(), ...
#pragma once

#include "state/warp.h"

namespace emu {

// Call this when all live threads of the block are at a barrier: sets their results and releases them.
void complete_barrier(Block& block);

}  // namespace emu
