// All launches, also those whose counters nobody keeps: for the judge, who asks what was launched beside what was counted.
#pragma once

#include <cstdint>

namespace ladders {

// Of kernels, in the calls of take_counters() so far. 0 on a GPU.
std::uint64_t launches_in_all();

}  // namespace ladders
