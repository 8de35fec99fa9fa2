// Threads that wait for the phases of cuda::barrier and cuda::pipeline.
#pragma once

namespace emu {

// The clock restarts: all calls of init() so far count as ordered.
void forget_made_barriers();

}  // namespace emu
