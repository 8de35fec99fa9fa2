// Resident blocks: those that have started and not finished. Each has a slot with stacks, dynamic shared
// memory and shadow.
#pragma once

#include "state/warp.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace emu {

// Bytes of shared memory: of a multiprocessor; what each block takes besides its own; what a block's own is rounded up to.
constexpr std::size_t kSharedOfMultiprocessor = 228 * 1024, kReservedShared = 1024, kSharedUnit = 128;

// The largest number of blocks that the device holds at once. shared: bytes of a block, static and dynamic.
int max_resident_blocks(int threads, std::size_t shared);
// Of the running grid, once a thread has entered its kernel.
int max_resident_blocks();

// The slots. Block::started: it is resident.
const std::vector<Block*>& block_slots();

// Runs all blocks of the grid.
void run_grid();

// The clock restarts (wind_back.h): all earlier accesses of the resident blocks count as ordered.
void wind_back_blocks(uint32_t stamp);

}  // namespace emu
