// The matrix products of tensor instructions, on whole matrices.
#pragma once

#include "cuda_emulator/tensor.h"

#include <cstdint>

namespace emu {

// d = a * b + c, of m x k, k x n and m x n elements, row-major. An element is stored in the lowest bits of a word.
void multiply(const MmaType& type, uint64_t* d, const uint64_t* a, const uint64_t* b, const uint64_t* c);

}  // namespace emu
