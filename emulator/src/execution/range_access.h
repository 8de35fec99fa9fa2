// Accesses of more than one element by one statement: copies of structs, memcpy().
#pragma once

#include "state/warp.h"

#include <cstddef>

namespace emu {

// Stops the current lane before each element. Does nothing in host code or for local memory.
void access_range(const void* address, std::size_t n, Operation operation, const void* pc, const void* frame);

}  // namespace emu
