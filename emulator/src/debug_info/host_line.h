// The host's current place in the program.
#pragma once

#include "debug_info/line_table.h"

namespace emu {

// The innermost caller in the program's own code, not the emulator's. Empty if there is none.
SourceLine host_line();

}  // namespace emu
