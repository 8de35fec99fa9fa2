// The memory of CUDA arrays, for copies.
#pragma once

#include "driver_types.h"

#include <cstddef>

namespace emu {

// A part of an array: x and width in bytes.
struct ArrayRange {
    std::size_t x, y, width, height;
    std::size_t slice = 0, depth = 1;
    bool is_linear = false;  // `width` bytes, which may go on in the next rows
};

// The address of the part's first byte, and the bytes from row to row; or an error, which was reported.
cudaError_t find_range(const cudaArray* array, const ArrayRange& range, const char* function, char** first,
                       std::size_t* pitch);

}  // namespace emu
