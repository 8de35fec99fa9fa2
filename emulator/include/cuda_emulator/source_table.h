// Counters beside the source.
#pragma once

#include "launch_counters.h"

#include <string>
#include <vector>

namespace emu {

// Counters as a text for people: for each kernel a table of its lines beside the source, and what Nsight Compute would
// say about it. Launches of one kernel are added up.
std::string source_table(const std::vector<KernelCounters>& launches);

}  // namespace emu
