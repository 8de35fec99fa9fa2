// The trace: what the warps of chosen blocks did, record by record. ../TRACE.md describes the file.
//
// Called only while grid.trace is set, except for the first and the last of these.
#pragma once

#include "counters/shape.h"
#include "counters/site.h"
#include "cuda_emulator/trace.h"
#include "cuda_emulator/warp_functions.h"
#include "state/warp.h"

#include <cstdint>

namespace emu {

// Begins the trace that CUDA_EMULATOR asks for, if any. If its file cannot be written, ends the program.
void open_wanted_trace();
void close_trace();

// A launch begins. Sets grid.trace: whether it is in the trace.
void begin_trace_of_launch();
// Its kernel's name is known only now.
void choose_trace_of_launch();
// Its blocks have ended. The file is whole from here until the next record.
void end_trace_of_launch();

// A warp's request, as it was counted.
void trace_request(const Site& site, const Warp& warp, const Shape& shape);
// These lanes begin a basic block.
void trace_basic_block(const Warp& warp, uint32_t lanes, uintptr_t pc);
// All threads of the block, or of a tile of several warps, have arrived.
void trace_barrier(const Block& block);
void trace_tile(const Block& block, const TileCall& tile);
// All lanes of a *_sync call have arrived. from: of a shuffle, the lane that each of them reads; else nullptr.
void trace_collective(const Warp& warp, uint32_t lanes, WarpOperation operation, const int* from);

}  // namespace emu
