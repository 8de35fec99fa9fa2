// How the harness wants a version run, and what it learns from the run.
#pragma once

#include "common/device/counters.h"
#include "common/device/launch.h"
#include "common/harness/team.h"
#include "common/support/check.h"

#include <exception>
#include <optional>
#include <string>
#include <vector>

namespace ladders {

struct RunPlan {
    bool timed = false;  // else a checked run: two launches, poisoned outputs, guard bands
    int block = 0;       // --block, 0: as the version prefers
    int reps = 0;        // --reps, 0: until the median is steady
    int warmup = 3;
    bool traced = false;    // the counted launches belong to the trace, if there is one
    bool no_guard = false;  // --no-guard
    bool hot = false;       // --hot: leave the L2 cache as the last run left it
};

// Seconds of one version's parts.
struct Times {
    double alloc = 0, upload = 0, download = 0;
    double kernel = 0;                        // the median of `runs`
    double kernel_min = 0, kernel_noise = 0;  // noise: half the 95 % interval of the median, relative
    int runs = 0;
    double host = 0;

    double gpu() const { return kernel + host; }
    double memory() const { return alloc + upload + download; }
};

// The fewest bytes (of device memory) and operations that a problem needs; from these the rates follow.
struct Work {
    double bytes = 0;
    double operations = 0;
};

// A second kernel that a version measures for comparison: its time is printed, not counted.
struct Beside {
    std::string what;
    double seconds = 0;
};

struct RunRecord {
    Times times;
    std::vector<Launch> launches;
    std::vector<Beside> besides;
    Counters counters;
    bool launched = false;  // whether run.kernel() launched a kernel; on a GPU: whether it was called
    bool stored = false;    // whether a kernel stored anything in global memory; on the emulator
    std::vector<std::string>
        stored_at;             // where kernels stored what was downloaded, on the emulator: "at file.cu:12"
    std::optional<Work> work;  // if the version moves other bytes than the problem needs
    Chain chain;
    std::optional<Scaling> scaling;
    double bound = 0;  // seconds, see Run::bound(); 0: none
    std::vector<std::string> notes;
    std::vector<std::string> complaints;  // what the kernels did to memory that they must not do
    std::exception_ptr failure;           // of a call of CUDA when an array was checked at its end
};

}  // namespace ladders
