// The limit of static shared memory. nvcc checks it at compile time, the emulator at the kernel's first
// access.
#pragma once

#include <cstdint>

namespace emu {

// Whether the __shared__ variables of the function that contains pc fit. If not, reports it and ends the
// grid.
bool fits_static_shared(uintptr_t pc, int warp_index, int lane);

}  // namespace emu
