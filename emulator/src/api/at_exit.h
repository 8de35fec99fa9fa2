#pragma once

namespace emu {

// Links the program with its ending; called at the first use of the runtime.
void arrange_ending();

}  // namespace emu
