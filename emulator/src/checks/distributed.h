// Distributed shared memory: accesses to the shared memory of another block of the cluster.
//
// A block's dynamic shared memory has addresses of its own. Its static shared memory is where the other blocks have
// theirs, and is swapped: while another block runs, it is in Block::saved_static, and a pointer of map_shared_rank()
// points there.
#pragma once

#include "checks/reports.h"
#include "memory/shadow.h"
#include "state/cluster.h"

#include <cstdint>

namespace emu {

// The shadow of another block's shared memory, if these bytes are in it; else null. Notes that they are used.
Shadow* find_remote(uintptr_t low, uintptr_t high);

// The address by which the running block reaches what is at `address` of its own shared memory in `owner`; 0: it is not
// in shared memory.
uintptr_t address_in(const Block& owner, uintptr_t address);

// The other address that the word has: another block's name for the running block's static shared memory, or the owner's
// own name for it. Else the same.
uintptr_t other_name_of(uintptr_t address);

// Whether the block can be accessed: it has started, and not ended. If it has ended, the thread ends.
bool check_life(const Block& owner, const AccessPoint& point);

// The lanes access shared memory of one other block.
void note_remote_access(const Warp& warp, uint32_t lanes);

// The block has ended: nothing made it wait for the last access by another one?
void check_end(const Block& block);

}  // namespace emu
