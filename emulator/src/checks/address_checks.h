// Reports accesses that a GPU could not do, or would do wrongly. Each ends its thread.
#pragma once

#include "counters/site.h"
#include "state/warp.h"

#include <cstdint>

namespace emu {

// Finds the lanes that are out of bounds or misaligned. Returns the others, and keeps what it found about the
// allocation in the site.
uint32_t check_addresses(Warp& warp, uint32_t lanes, Site& site);

// Lanes whose addresses are no memory of the device at all: null pointers, or pointers of the host.
void report_wild_accesses(Warp& warp, uint32_t lanes);

// A read of memory that nobody has written. The thread goes on.
void report_uninitialised(Warp& warp, int lane, const Site& site);

// "and is 4 bytes after the nearest allocation at 0x... of size 400 bytes", and the like.
std::string relative_to_allocation(uintptr_t address);

}  // namespace emu
