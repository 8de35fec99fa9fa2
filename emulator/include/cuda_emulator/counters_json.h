// Counters for other programs, as JSON.
#pragma once

#include "cuda_emulator/launch_counters.h"
#include "cuda_emulator/stream_work.h"

#include <string>
#include <vector>

namespace emu {

// An object with "lines", an array of what each source line of each kernel did to memory, and the counters of the whole
// program beside it.
std::string counters_json(const std::vector<KernelCounters>& launches, const WorkCounters& work);

// The text as a JSON string, in quotes.
std::string quoted_json(const std::string& text);

}  // namespace emu
