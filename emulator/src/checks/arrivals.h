// Finds a counter that tells which block arrives last, and that nobody resets for the next launch: then no block is the last
// one any more, and the part of the kernel that only the last block does is never done.
//
// The evidence, from two launches of a kernel with equally many blocks:
// - in both, each block adds to one word with one lane; it begins at 0 in the first and goes on in the second;
// - in the first, the block that arrived last has done something once after that, with a store and a load of memory, of
//   which the second does nothing;
// - no copy by the host and no load of a kernel ever reads the word: it counts nothing else.
#pragma once

#include <cstddef>
#include <cstdint>

namespace emu {

// A launch has run without an error; its sites are still there, and device memory is accessible.
void look_at_arrivals();
// The host copies from there.
void arrivals_read(uintptr_t address, std::size_t bytes);
// The memory between low and high ends: tells what was found there.
void tell_arrivals(uintptr_t low, uintptr_t high);

}  // namespace emu
