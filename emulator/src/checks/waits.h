// Deadlocks of threads that wait at a cluster's barrier or a cuda::barrier: who waits for whom.
#pragma once

#include "state/warp.h"

#include <string>
#include <vector>

namespace emu {

// Reports the first thread that waits so, if there is one. Returns whether it has.
bool report_waits(const std::vector<Block*>& resident);

// "thread (3,0,0) in block (0,0,0)".
std::string name_of_thread(const Block& block, int thread);

}  // namespace emu
