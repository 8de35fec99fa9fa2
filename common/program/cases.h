// Inputs that have several cases, such as searches of one graph from several vertices (Ladder::cases()).
#pragma once

#include "common/harness/measure.h"

#include <vector>

namespace ladders {

// Runs all versions on one case after the other, so that the reference of a case is needed once. A version is checked in each case and
// right if it is right in all; it ends with the first case in which it is not, which its `detail` names. Its times are the medians of the
// cases' times; its launches and counters are those of the first case. Sets the reference's seconds in `run`.
std::vector<VersionResult> measure_cases(Ladder& ladder, RunResult& run);

}  // namespace ladders
