// Where in the program the host is.
#pragma once

#include "debug_info/line_table.h"

namespace emu {

// The innermost caller that is a line of the program, not of the emulator. Empty if there is none.
SourceLine host_line();

}  // namespace emu
