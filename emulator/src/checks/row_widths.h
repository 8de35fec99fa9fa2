// Finds copies of rows whose width was given in elements, though cudaMemcpy2D() takes bytes.
//
// A copy of the first quarter of all rows looks the same, so a copy is only suspect at first. It is no mistake if another copy
// takes the rest of the rows, if a kernel writes the rest of the destination, or if none has written that of the source.
#pragma once

#include <cstddef>
#include <cstdint>

namespace emu {

// Two ends, each of `height` rows that begin `pitch` bytes apart, and of which `width` bytes are copied.
struct RowCopy {
    const char* function;
    uintptr_t to;
    std::size_t to_pitch;
    uintptr_t from;
    std::size_t from_pitch;
    std::size_t width, height;
};

// To be called after the copy.
void suspect_width(const RowCopy& copy);
// Any copy of the host, of rows or not.
void copied_beside_rows(uintptr_t to, uintptr_t from, std::size_t bytes);
// The memory between low and high ends: tells the suspects there that nothing has cleared.
void tell_widths(uintptr_t low, uintptr_t high);

}  // namespace emu
