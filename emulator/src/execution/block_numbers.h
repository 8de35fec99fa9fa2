// The order of a kernel's basic blocks: it decides which of the diverged lanes run first.
#pragma once

#include <cstdint>

namespace emu {

// The number of the basic block that contains the call which returns to pc. Of two lanes at the same call
// depth, the lane in the lower-numbered block runs first. The numbers come from
// emulator/rewriter/block_order.h and do not depend on where the compiler places the blocks; the linker joins
// the tables of all object files.
uint32_t block_number(uintptr_t pc);

}  // namespace emu
