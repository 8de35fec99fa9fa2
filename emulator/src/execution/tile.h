// Tiles of several warps (cooperative groups): barriers of a part of the block, and values that its threads exchange.
#pragma once

#include "state/warp.h"

namespace emu {

// Lets the threads of each tile go on that all wait for each other. Returns false if there is no such tile.
bool complete_tiles(Block& block);

// Threads wait for others of their tile that will never come.
void report_deadlock_of_tile(const Block& block);

}  // namespace emu
