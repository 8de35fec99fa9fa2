// One version measured: checked first, then (on a GPU, and only if right) timed.
#pragma once

#include "common/device/counters.h"
#include "common/device/device.h"
#include "common/harness/topic.h"

#include <optional>
#include <string>
#include <vector>

namespace ladders {

enum class Status {
    right,
    wrong,
    wrong_as_meant,  // wrong by design, and wrong
    refused,         // the version cannot handle this size or option, and says so
    not_built,       // the version needs a library that was not there when it was built
    out_of_memory,
    failed,       // a CUDA call or launch failed
    unsupported,  // the GPU is too old for the version, or too new
};

// Whether a version could not run, whatever the input.
inline bool cannot_run_here(Status status)
{
    return status == Status::not_built || status == Status::unsupported;
}

// Whether a version ended before it had an answer.
inline bool has_no_answer(Status status)
{
    return cannot_run_here(status) || status == Status::refused || status == Status::out_of_memory ||
           status == Status::failed;
}

struct LaunchFacts {
    dim3 grid, block;
    std::size_t shared = 0;
    double occupancy = 0;  // 0 to 1
};

// One case of an input that has several (Ladder::cases()), of a version that is timed.
struct CaseResult {
    std::string name;
    double seconds = 0;  // the median of its runs
    Work work;
};

struct VersionResult {
    VersionInfo version;
    Status status = Status::right;
    std::string detail;  // unless right: where and how, one line
    std::vector<std::string>
        explanation;                // of a wrong result: the pattern of what is wrong, and a picture of it
    std::size_t elements = 0;       // of the input, or else of the result, as far as these can be shown
    double cpu_seconds = 0;         // of its sequential reference; 0: not measured
    Times times;                    // all 0 unless timed; of several cases the median
    std::vector<CaseResult> cases;  // empty unless the input has some and the version is timed
    bool timed = false;
    Work work;
    double bound = 0;                // seconds, see Run::bound(); 0: none
    std::optional<Scaling> scaling;  // of several GPUs
    std::vector<LaunchFacts> launches;
    std::vector<Beside> besides;
    Counters counters;                 // emulator only
    std::vector<std::string> reports;  // the emulator's errors, one line each
    Chain chain;
    double error = -1;  // see Verdict::error
    bool sized = true;  // likewise
    Figures figures;    // of a result of the right size
    std::vector<std::string> remarks;
};

// What one program run found out.
struct RunResult {
    std::string program;
    std::string command;  // the program and its options, save --json
    const TopicInfo* topic = nullptr;
    Device device;
    Options options;
    std::string input;
    int gpus = 1;
    std::size_t cases = 0;         // of the input, 0: it has none
    bool versions_differ = false;  // whether each has a reference of its own
    double cpu_seconds = 0;        // of the reference, the last one if they differ; 0: not measured
    double cpu_share = 1;          // the part of the work that was measured; cpu_seconds is scaled up from it
    Figures cpu_figures;
    std::vector<VersionResult> versions;
};

// The fastest of at least 3 runs of a version's sequential reference, or of one that takes over a second; scaled up if
// the reference does a part of the work only.
double time_cpu(Ladder& ladder, std::size_t index);

// Runs one version. Exceptions of the kinds in errors.h become the result's status, save NoGpu.
VersionResult measure(Ladder& ladder, std::size_t index, const Options& options);

// The checked run alone: two launches, poisoned outputs, guard bands, inputs compared.
VersionResult check_version(Ladder& ladder, std::size_t index, const Options& options);

int exit_code_of(Status status);
// "ok", "WRONG", "WRONG as meant", "refused", ...
const char* status_name(Status status);

}  // namespace ladders
