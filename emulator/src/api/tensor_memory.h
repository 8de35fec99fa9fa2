// The memory accesses of tensor instructions: as many as a GPU makes, each of all lanes of the warp.
#pragma once

#include "execution/lanes.h"
#include "state/grid.h"

#include <cstdint>

namespace emu {

// Where the calling lane's accesses count and are checked: at the place in the kernel that made the call.
struct Caller {
    const void *pc, *frame;
};

// Returns when the warp's request has been issued. The access itself is the caller's.
inline void request(uintptr_t address, unsigned bytes, Operation operation, const Caller& caller)
{
    stop(address, pack(operation, bytes), caller.pc, caller.frame);
}

inline bool is_shared(uintptr_t address)
{
    const Block& block = *grid.block;
    return block.dynamic_shared.contains(address, address + 1) ||
           block.static_shared.contains(address, address + 1);
}

}  // namespace emu
