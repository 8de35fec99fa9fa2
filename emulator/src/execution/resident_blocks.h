// Blocks that have started and not finished. Each has a slot: stacks, dynamic shared memory, shadow.
#pragma once

#include <cstdint>

namespace emu {

// The most blocks of this many threads that the device holds at once.
int max_resident_blocks(int threads);

// Runs all blocks of the grid.
void run_grid();

// The clock restarts (wind_back.h): all that the resident blocks did before is ordered before what they will do.
void wind_back_blocks(uint32_t stamp);

}  // namespace emu
