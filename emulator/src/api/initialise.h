#pragma once

namespace emu {

// Sets up the emulator, at the first use of the runtime.
void initialise();

// Whether initialise() has been called.
bool is_initialised();

}  // namespace emu
