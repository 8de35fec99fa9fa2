// Counters next to the source lines.
#pragma once

#include "launch_counters.h"

#include <string>
#include <vector>

namespace emu {

// A table for each kernel: the counters of its lines next to the source, and what Nsight Compute would say
// about them. The launches of one kernel are added up.
std::string source_table(const std::vector<KernelCounters>& launches);

}  // namespace emu
