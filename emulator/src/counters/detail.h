// What the rules of explain/ need beside the counters: which sectors and addresses are accessed again. Counted only with
// Options::explain, since it takes a look-up for each sector.
#pragma once

#include "counters/site.h"
#include "cuda_emulator/launch_counters.h"
#include "state/warp.h"

#include <cstdint>
#include <vector>

namespace emu {

// A launch begins.
void begin_detail();
void note_detail(const Site& site, const Warp& warp, uint32_t lanes);
// The warp accesses memory in a way of which only requests are counted.
void note_other_access(const Warp& warp);
// These lanes begin a basic block.
void note_step(uintptr_t pc, unsigned lanes);
// All warps of the block have reached a barrier.
void note_barrier(const Block& block, const Place& place);
// The launch has ended: fills in the sites' details, and gives the kernel's.
Detail end_detail(std::vector<SiteCounters>& sites);
// New memory counts as never read or written.
void forget_detail();

}  // namespace emu
