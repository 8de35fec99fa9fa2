// Poison: a pattern in memory that no kernel has written yet.
#pragma once

#include <cstddef>
#include <string>

namespace ladders {

// Fills device memory with a byte. The emulator still takes it for never written, and reports whoever reads it.
void poison(void* device, int value, std::size_t bytes);

// Tells the emulator the size of an allocation's elements, for its reports.
void note_element_size(void* device, std::size_t bytes);

// Where kernels stored into device memory, as "at file.cu:12 and file.cu:14"; empty if none did, and on a GPU.
std::string stored_at(const void* device);
// The line that allocated it, as "file.cu:30"; empty on a GPU.
std::string allocated_at(const void* device);

}  // namespace ladders
