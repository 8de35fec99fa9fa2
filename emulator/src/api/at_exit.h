#pragma once

namespace emu {

// Makes the linker include at_exit.cpp in the program. Called at the first use of the runtime.
void arrange_ending();

}  // namespace emu
