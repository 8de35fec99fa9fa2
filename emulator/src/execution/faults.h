// Handles signals for invalid accesses (by the host to device memory, or inside functions that kernels call)
// and for integer divisions by zero in kernels.
#pragma once

namespace emu {

void catch_faults();

}  // namespace emu
