// Reports accesses that fail on a GPU, or that read undefined values. Except for uninitialised reads, each
// ends its thread.
#pragma once

#include "counters/site.h"
#include "state/warp.h"

#include <cstdint>

namespace emu {

// Reports the lanes that are out of bounds or misaligned, and returns the others. Stores the bounds of the
// allocation in the site.
uint32_t check_addresses(Warp& warp, uint32_t lanes, Site& site);

// Reports lanes whose addresses are not device memory: null pointers, or host pointers.
void report_wild_accesses(Warp& warp, uint32_t lanes);

// Reports a read of memory that was never written. The thread continues.
void report_uninitialised(Warp& warp, int lane, const Site& site);

// "and is 4 bytes after the nearest allocation at 0x... of size 400 bytes", and the like.
std::string relative_to_allocation(uintptr_t address);

}  // namespace emu
