// Keeps the counters of each launch until the program takes them.
#pragma once

namespace emu {

// Call this when a grid has ended. Whether it stored anything in global memory.
bool record_launch();

// The running kernel launches a child grid on this line.
void count_launch_in_kernel(const char* file, int line);

}  // namespace emu
