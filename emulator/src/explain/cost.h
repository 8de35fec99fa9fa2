// What the rules take a request to cost, in clocks of one multiprocessor. These only order the findings. They come from
// the ladders' times on an H200 (results/nvidia-h200), as each comment says; the floors do not use them.
#pragma once

namespace emu {

// A request of global memory, and each of its sectors: the L1 takes one request and 64 bytes per clock.
constexpr double kRequest = 1, kSector = 0.5;
// A sector that comes from device memory: 32 bytes / (4.6e12 bytes/s / 132 / 1.98e9 Hz).
constexpr double kDeviceSector = 1.8;
// The same, less the steps that take bits out of a word.
constexpr double kPackedSector = 1.5;
// A group of loads that a thread waits for, shared out to the warps of a multiprocessor. A histogram that reads a byte at a
// time takes 12 per request; reading 16 bytes at a time gains 8 of these.
constexpr double kWait = 8;
// A warp at a barrier. Half as many barriers in a reduction gain 2 to 4 for each.
constexpr double kArrival = 1.9;
// A warp that waits for a tile of shared memory, in a loop over tiles: a product of matrices by tiles of depth 8 gains at most
// 70 for each where the next tile is loaded meanwhile.
constexpr double kTileWait = 70;
// A block that waits for another one of its launch: a scan of 256 Mi numbers gains 3000 for each where its next numbers are
// copied meanwhile.
constexpr double kBlockWait = 3000;
// A load of a warp when all others have ended. A breadth-first search with 300000 edges at one vertex takes 1500 for each
// of its warp's loads; where they are in flight together, it takes less.
constexpr double kLoadAlone = 500;
// A basic block of a warp: about 5 instructions, 4 of which are issued per clock.
constexpr double kStep = 1.25;
// A lane of an atomic in global memory: a product of matrix and vector by atomics takes 3.3 for each.
constexpr double kAtomicLane = 3;
// Of the passes over shared memory, what results in registers save.
constexpr double kSavedByRegisters = 0.8;
// A wait of the host between two launches, in seconds: reading a word back takes about that.
constexpr double kHostWait = 10e-6;
// An allocation and its release, in seconds: their order of magnitude.
constexpr double kAllocation = 100e-6;
// Bytes/s of copies from pageable memory, of pinned memory.
constexpr double kPageable = 5.5e9, kPinned = 5.5e10;

}  // namespace emu
