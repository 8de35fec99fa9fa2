// --selftest
#pragma once

#include "common/harness/measure.h"
#include "common/harness/options.h"
#include "common/harness/topic.h"

namespace ladders {

// Checks every version with the topic's awkward inputs, and prints which fail. Gives the exit code.
int run_selftest(Ladder& ladder, const Options& options);

// What every run on the emulator checks besides its own input: the version with the topic's few small inputs
// (SelfTests::add_to_plain_runs()). If one fails, `result`, which was right, becomes wrong.
void check_small_inputs(const Ladder& ladder, std::size_t index, const Options& options,
                        VersionResult& result);

}  // namespace ladders
