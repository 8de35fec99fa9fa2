#pragma once

namespace emu {

// Sets up the emulator, at the first use of the runtime.
void initialise();

}  // namespace emu
