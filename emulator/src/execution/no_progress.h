// Ends a grid whose resident blocks all wait.
#pragma once

#include "state/warp.h"

#include <vector>

namespace emu {

// block: the one whose turn it was. all_started: no block is left that could start.
void report_no_progress(const std::vector<Block*>& resident, const Block& block, bool is_proven,
                        bool all_started);

}  // namespace emu
