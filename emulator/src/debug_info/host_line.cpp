#include "debug_info/host_line.h"

#include "debug_info/program.h"

#include <execinfo.h>

namespace emu {

SourceLine host_line()
{
    return host_calls().line();
}

HostCalls host_calls()
{
    HostCalls calls;
    calls.count = backtrace(calls.callers, HostCalls::kMost);
    return calls;
}

SourceLine HostCalls::line() const
{
    for (int i = 0; i < count; ++i) {
        const auto pc = reinterpret_cast<uintptr_t>(callers[i]);
        const SourceLine place = program.contains(pc, pc) ? program.line_at(pc) : SourceLine();
        if (place.file.empty() || place.file.find("emulator/src/") != std::string::npos ||
            Program::is_own_header(place.file))
            continue;
        return place;
    }
    return {};
}

}  // namespace emu
