// Which lines of the host allocate again and again, with launches in between. Counted only with Options::explain.
#pragma once

#include "debug_info/line_table.h"

namespace emu {

// The host has allocated memory at this line.
void note_allocation(const SourceLine& line);
// A launch has ended.
void note_launch();

}  // namespace emu
