// Where --json writes a run.
#pragma once

#include "common/harness/measure.h"

#include <string>

namespace ladders {

// file "": no JSON; "-": standard output. That then holds JSON alone: what versions and kernels print goes to stderr.
class JsonOutput {
public:
    // Before the work, so that a wrong path costs no waiting. An older file stays as it is until write(). Throws UsageError.
    explicit JsonOutput(const std::string& file);
    ~JsonOutput() { give_back_stdout(); }
    JsonOutput(const JsonOutput&) = delete;
    JsonOutput& operator=(const JsonOutput&) = delete;

    bool takes_stdout() const { return file_ == "-"; }
    void write(const RunResult& run);

private:
    void give_back_stdout();

    const std::string file_;
    int stdout_ = -1;  // the program's own, while stderr is in its place
};

}  // namespace ladders
