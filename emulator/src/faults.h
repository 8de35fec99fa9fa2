// Accesses that the processor stops: the host's to device memory.
#pragma once

namespace emu {

void catch_faults();

}  // namespace emu
