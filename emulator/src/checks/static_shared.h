// Static shared memory: its limit, which nvcc checks at compile time and the emulator at the kernel's first access, and the
// names of its arrays, for reports.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace emu {

// Bytes of the __shared__ variables of the function that contains pc, not of the device functions that it calls.
std::size_t static_shared_bytes(uintptr_t pc);

// Whether the __shared__ variables of the function that contains pc fit. If not, reports it and ends the
// grid.
bool fits_static_shared(uintptr_t pc, int warp_index, int lane);

// Where an access lies, in lines for a report: "and is 8 bytes after the nearest array of shared memory, tile, of size 1024
// bytes", and which element that is, if an element is as large as the access. Empty if the function that contains pc has no
// __shared__ variables, or if all are too far away to be meant.
std::string relative_to_shared(uintptr_t address, unsigned bytes, uintptr_t pc);

// Which __shared__ array of the function an index on a source line may be meant for, by the array's type ("int [8]", or "float
// [17]" of a row) and the names on the line: "That is element 9 of tile, which has 8 elements." Empty unless it is clear.
std::string indexed_shared(const std::string& index, const std::string& type, const char* file, int line,
                           uintptr_t pc);

}  // namespace emu
