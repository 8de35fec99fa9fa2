// --selftest
#pragma once

#include "common/harness/options.h"
#include "common/harness/topic.h"

namespace ladders {

// Checks every version with the topic's awkward inputs, and prints which fail. Gives the exit code.
int run_selftest(Ladder& ladder, const Options& options);

}  // namespace ladders
