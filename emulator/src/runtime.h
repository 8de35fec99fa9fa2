// The state of the runtime API.
#pragma once

#include "cuda_emulator/errors.h"

namespace emu {

// Remembers an error for cudaGetLastError(), and passes it on.
cudaError_t note(cudaError_t error);

// An error of a kernel: every later call fails with it, until cudaDeviceReset().
cudaError_t sticky_error();
void set_sticky_error(cudaError_t error);

// The most dynamic shared memory that cudaFuncSetAttribute() has allowed to any kernel.
int allowed_dynamic_shared();

}  // namespace emu
