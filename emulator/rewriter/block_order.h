// In which order the lanes of a warp that have parted go on, whatever the places that the compiler gives to its blocks.
#pragma once

#include <string>
#include <string_view>

namespace rewriter {

// Adds to a compiler's assembly text (x86-64, GNU syntax) a table in the section emu_block_order, of 8 bytes for each
// basic block: its address, relative to the entry, and its number. Lanes in a block of a lower number are behind those in
// one of a higher number, and have to go on first, so that
// - a block follows all blocks from which it can be reached, save those of the loop that it heads;
// - nothing stands between the blocks of a loop but blocks of this loop, and its head is the last of them: lanes meet
//   there before each iteration, and those that leave the loop wait for the others.
// This is a weak topological order: Bourdoncle, Efficient chaotic iteration strategies with widenings, 1993.
std::string add_block_order(std::string_view assembly);

}  // namespace rewriter
