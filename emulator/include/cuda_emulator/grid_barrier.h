// The barrier of a whole grid, behind cooperative_groups::grid_group.
#pragma once

namespace emu {

// Whether the kernel was launched by cudaLaunchCooperativeKernel(). Only then may it use the grid barrier.
bool is_cooperative_launch();

// Waits until every thread of every block is here.
void wait_at_grid_barrier(const char* file, int line);

}  // namespace emu
