// Accesses that have one place in the source but move more than one element: structs, memcpy().
#pragma once

#include "state/warp.h"

#include <cstddef>

namespace emu {

// Stops the current lane before each element; does nothing for host code and local memory.
void access_range(const void* address, std::size_t n, Operation operation, const void* pc, const void* frame);

}  // namespace emu
