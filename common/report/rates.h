// How fast a version was, from its work and its times.
#pragma once

#include "common/harness/measure.h"

namespace ladders {

// Rate in GB/s or G operations/s, and its share of the device's peak or of what the version's own bound allows (0 to 1;
// 0 if there is neither: operations that are no FLOPs have no peak). Of several cases the harmonic mean of their rates, as Graph500 asks.
double rate_of(const RunResult& run, const VersionResult& result);
double share_of_peak(const RunResult& run, const VersionResult& result);
// Of a version with cases.
const CaseResult& slowest_case(const VersionResult& result);
// Operations/s that the device could do at best.
double peak_operations(const RunResult& run);
// The same rate in G of the topic's other unit, 0 if it has none.
double unit_rate_of(const RunResult& run, const VersionResult& result);

}  // namespace ladders
