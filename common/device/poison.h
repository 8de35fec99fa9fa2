// Poison: a pattern in memory that no kernel has written yet.
#pragma once

#include <cstddef>

namespace ladders {

// Fills device memory with a byte. The emulator still takes it for never written, and reports whoever reads it.
void poison(void* device, int value, std::size_t bytes);

// Tells the emulator the size of an allocation's elements, for its reports.
void note_element_size(void* device, std::size_t bytes);

}  // namespace ladders
