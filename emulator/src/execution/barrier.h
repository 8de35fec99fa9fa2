// __syncthreads() and its kin.
#pragma once

#include "state/warp.h"

namespace emu {

// All live threads of the block are at a barrier: gives them their results and releases them.
void complete_barrier(Block& block);

}  // namespace emu
