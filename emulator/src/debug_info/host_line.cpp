#include "debug_info/host_line.h"

#include "debug_info/program.h"

#include <execinfo.h>

namespace emu {

SourceLine host_line(int skip)
{
    return host_calls().line(skip);
}

HostCalls host_calls()
{
    HostCalls calls;
    calls.count = backtrace(calls.callers, HostCalls::kMost);
    return calls;
}

SourceLine HostCalls::line(int skip) const
{
    SourceLine innermost;
    for (int i = 0; i < count; ++i) {
        const auto pc = reinterpret_cast<uintptr_t>(callers[i]);
        const SourceLine place = program.contains(pc, pc) ? program.line_at(pc) : SourceLine();
        if (place.file.empty() || place.file.find("emulator/src/") != std::string::npos ||
            Program::is_own_header(place.file))
            continue;
        if (place.file.ends_with(".cu") && skip-- == 0)
            return place;
        if (innermost.file.empty())
            innermost = place;
    }
    return innermost;
}

}  // namespace emu
