// The order of a kernel's basic blocks, by which parted lanes go on.
#pragma once

#include <cstdint>

namespace emu {

// The number of the block that contains the call which returns to pc: of two lanes as deep in calls, the one in the
// block of the lower number is behind. The compiler's placement of blocks has no part in this: the numbers come from
// emulator/rewriter/block_order.h, and the linker puts them side by side.
uint32_t block_number(uintptr_t pc);

}  // namespace emu
