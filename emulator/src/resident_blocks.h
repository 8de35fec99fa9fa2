// Blocks that have started and not finished. Each has a slot: stacks, dynamic shared memory, shadow.
#pragma once

#include "warp.h"

#include <cstdint>

namespace emu {

// The most blocks of this many threads that the device holds at once.
int max_resident_blocks(int threads);

// Runs all blocks of the grid.
void run_grid();

// Forgets the stamps of all blocks' shadows.
void clear_block_stamps();

}  // namespace emu
