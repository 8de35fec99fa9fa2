// --counters: every line of a version beside its source text, with what the emulator counted there.
#include "common/report/report.h"

#include <cstdio>

namespace ladders {

void print_counters_by_line(const RunResult& run)
{
    for (const VersionResult& result : run.versions)
        if (!result.counters.source_table.empty())
            std::printf("\n%s_%s: %s%s\n%s", run.topic->name, result.version.suffix().c_str(),
                        result.version.idea.c_str(),
                        result.counters.processes > 1 ? "   (counted in process 0 alone)" : "",
                        result.counters.source_table.c_str());
}

}  // namespace ladders
