// The host's current place in the program.
#pragma once

#include "debug_info/line_table.h"

namespace emu {

// The innermost caller in a .cu file of the program: what its helpers in other files do is done for that line. Without
// one, the innermost caller in the program's own code, not the emulator's. Empty if there is none.
SourceLine host_line();

}  // namespace emu
