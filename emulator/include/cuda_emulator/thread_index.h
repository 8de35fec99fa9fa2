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

#define threadIdx (emu_thread_index())
#define blockIdx (emu_block_index())
#define blockDim (emu_block_size())
#define gridDim (emu_grid_size())

constexpr int warpSize = 32;
