// The barrier of a whole grid, behind cooperative_groups::grid_group.
#pragma once

namespace emu {

// Whether the kernel was launched by cudaLaunchCooperativeKernel(): only then is there such a barrier.
bool is_cooperative_launch();

// Every thread of every block waits here for all others.
void wait_at_grid_barrier(const char* file, int line);

}  // namespace emu
