// The limit of static shared memory, which nvcc holds when it compiles, and the emulator at the kernel's first access.
#pragma once

#include <cstdint>

namespace emu {

// Whether the __shared__ variables of the function that holds pc fit. If not, says so and ends the grid.
bool fits_static_shared(uintptr_t pc, int warp_index, int lane);

}  // namespace emu
