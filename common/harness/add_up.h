// The counters of a run with several processes.
#pragma once

#include "common/device/counters.h"
#include "common/harness/team.h"

namespace ladders {

// Makes the counters of this process those of all processes of the team, which all call it. What a process sends becomes a
// link from the GPU with its number. The longest chain is the longest of all; shapes, lines and the explanation stay those
// of this process.
void add_up(Counters& counters, const Team& team);

}  // namespace ladders
