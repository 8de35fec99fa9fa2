// In which order the emulator runs warps and blocks: a missing barrier may be lucky in one order, but not in another.
#pragma once

#include <string>

namespace ladders {

// "forward", "reverse", "random" or "random:SEED". False: none of these, or there is no emulator.
bool set_warp_order(const std::string& order);
bool set_block_order(const std::string& order);

}  // namespace ladders
