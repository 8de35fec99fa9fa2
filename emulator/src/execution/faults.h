// Accesses that the processor stops: the host's to device memory, and wild ones in functions that kernels call.
#pragma once

namespace emu {

void catch_faults();

}  // namespace emu
