// The host's current place in the program.
#pragma once

#include "debug_info/line_table.h"

namespace emu {

// The innermost caller in a .cu file of the program: what its helpers in other files do is done for that line. Without
// one, the innermost caller in the program's own code, not the emulator's. Empty if there is none.
// skip: so many of the innermost lines of .cu files.
SourceLine host_line(int skip = 0);

// The same for later: the line is looked up only if a report needs it.
struct HostCalls {
    static constexpr int kMost = 32;
    void* callers[kMost];
    int count = 0;

    SourceLine line(int skip = 0) const;
};
HostCalls host_calls();

}  // namespace emu
