// Which thread am I?
#pragma once

#include "vector_types.h"

// Functions, not variables, as each fiber has its own answers; const, as these never change in a thread's life, so
// that the compiler may keep them in registers.
extern "C" {
__attribute__((const)) uint3 emu_thread_index();
__attribute__((const)) uint3 emu_block_index();
__attribute__((const)) uint3 emu_block_size();
__attribute__((const)) uint3 emu_grid_size();
}

// The rewriter turns these into calls where they stand in device code. They are defined nowhere.
extern const uint3 threadIdx, blockIdx;
extern const dim3 blockDim, gridDim;

constexpr int warpSize = 32;
