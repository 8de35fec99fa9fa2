// The errors that the runtime API remembers.
#pragma once

#include "cuda_emulator/errors.h"

namespace emu {

// Remembers an error for cudaGetLastError(), and returns it.
cudaError_t note(cudaError_t error);

// An error of a kernel: every later call for the current device fails with it, until cudaDeviceReset().
cudaError_t sticky_error();
void set_sticky_error(cudaError_t error);

}  // namespace emu
