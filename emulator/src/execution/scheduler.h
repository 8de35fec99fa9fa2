// Runs one block, warp by warp, each warp in lockstep.
#pragma once

#include "state/warp.h"

#include <cstdint>

namespace emu {

enum class Turn {
    finished,  // all threads have returned
    waiting,   // every warp that could run only waits for other blocks
    over,      // it has gone on for long
};

// Puts the block's threads at the kernel's start.
void start_block(Block& block);

// Runs the block until it has finished or only waits, or its turn is over. Returns early if the grid is aborted.
Turn run_block(Block& block);

}  // namespace emu
