#include "common/program/json_output.h"

#include "common/harness/options.h"
#include "common/report/report.h"
#include "common/support/errors.h"

#include <cstdio>
#include <fstream>
#include <iostream>
#include <unistd.h>

namespace ladders {

JsonOutput::JsonOutput(const std::string& file) : file_(file)
{
    if (!takes_stdout()) {
        if (!file_.empty() && !is_writable(file_))
            throw UsageError("--json " + file_ + ": cannot be written");
        return;
    }
    std::fflush(stdout);
    stdout_ = dup(STDOUT_FILENO);
    if (stdout_ < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        throw UsageError("--json -: standard output cannot be written");
}

void JsonOutput::write(const RunResult& run)
{
    give_back_stdout();
    if (file_.empty())
        return;
    std::ofstream stream;
    if (!takes_stdout())
        stream.open(file_);
    std::ostream& out = takes_stdout() ? std::cout : stream;
    out << to_json(run) << std::endl;
    if (!out)
        throw UsageError("--json " + file_ + ": cannot be written");
}

void JsonOutput::give_back_stdout()
{
    if (stdout_ < 0)
        return;
    std::fflush(stdout);
    dup2(stdout_, STDOUT_FILENO);
    close(stdout_);
    stdout_ = -1;
}

}  // namespace ladders
