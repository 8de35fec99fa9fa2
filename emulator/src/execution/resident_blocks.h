// Resident blocks: those that have started and not finished. Each has a slot with stacks, dynamic shared
// memory and shadow.
#pragma once

#include "state/warp.h"

#include <cstdint>
#include <vector>

namespace emu {

// The largest number of blocks of this many threads that the device holds at once.
int max_resident_blocks(int threads);

// The slots. Block::started: it is resident.
const std::vector<Block*>& block_slots();

// Runs all blocks of the grid.
void run_grid();

// The clock restarts (wind_back.h): all earlier accesses of the resident blocks count as ordered.
void wind_back_blocks(uint32_t stamp);

}  // namespace emu
