// A rank waits for others. While it does, the other threads of the process run.
#pragma once

#include "nccl/team.h"

#include <functional>
#include <string>
#include <vector>

namespace emu {

struct Wait {
    Team& team;
    int rank;
    std::string what;   // the call: "ncclAllReduce(count 1000, ncclFloat32, ncclSum)"
    std::string place;  // of the call
    std::string file;   // the same in its parts
    int line = 0;
    double limit = 0;  // seconds, 0: none
};

// Waits until no rank is missing. What can never end is reported, and ends the program: ranks of this thread, which
// cannot call any more; a process that has ended; ranks that wait for each other.
void wait_until_none(const Wait& wait, const std::function<std::vector<int>()>& missing);

// Something has come that a thread of this process may wait for.
void wake_waiting();

}  // namespace emu
