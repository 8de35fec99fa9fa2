// Keeps the counters of each launch until the program takes them.
#pragma once

namespace emu {

// Call this when a grid has ended. Whether it stored anything in global memory.
bool record_launch();

}  // namespace emu
