// Which thread am I?
#pragma once

#include "vector_types.h"

// Functions, not variables, as each fiber has its own values. They are const, since the values never change
// during the life of a thread and the compiler may keep them in registers.
extern "C" {
__attribute__((const)) uint3 emu_thread_index();
__attribute__((const)) uint3 emu_block_index();
__attribute__((const)) uint3 emu_block_size();
__attribute__((const)) uint3 emu_grid_size();
}

// In device code the rewriter turns these into calls. They are not defined anywhere.
extern const uint3 threadIdx, blockIdx;
extern const dim3 blockDim, gridDim;

constexpr int warpSize = 32;
