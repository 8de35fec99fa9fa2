// The host's current place in the program.
#pragma once

#include "debug_info/line_table.h"

namespace emu {

// The innermost caller in the program's own code, not the emulator's. Empty if there is none.
SourceLine host_line();

// The same for later: the line is looked up only if a report needs it.
struct HostCalls {
    static constexpr int kMost = 24;
    void* callers[kMost];
    int count = 0;

    SourceLine line() const;
};
HostCalls host_calls();

}  // namespace emu
