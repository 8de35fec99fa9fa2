// Keeps the counters of launches until the program asks for them.
#pragma once

namespace emu {

// The grid has ended.
void record_launch();

}  // namespace emu
