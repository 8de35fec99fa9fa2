// Decides which of the diverged lanes of a warp run first, independently of where the compiler places basic
// blocks.
#pragma once

#include <string>
#include <string_view>

namespace rewriter {

// Adds a table to a compiler's assembly text (of a machine.h), in the section emu_block_order. It has 8
// bytes per basic block: the block's address, relative to the entry, and its number. Lanes in a
// lower-numbered block are behind those in a higher-numbered one, and run first. Therefore
// - a block comes after all blocks from which it can be reached, except those of the loop that it heads;
// - the blocks of a loop have consecutive numbers, and the loop's head has the highest: lanes meet there
//   before each iteration, and lanes that leave the loop wait for the others.
// This is a weak topological order: Bourdoncle, Efficient chaotic iteration strategies with widenings, 1993.
std::string add_block_order(std::string_view assembly);

}  // namespace rewriter
