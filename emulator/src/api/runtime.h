// The state of the runtime API.
#pragma once

#include "cuda_emulator/errors.h"

#include <cstdint>

namespace emu {

// Remembers an error for cudaGetLastError(), and passes it on.
cudaError_t note(cudaError_t error);

// An error of a kernel: every later call fails with it, until cudaDeviceReset().
cudaError_t sticky_error();
void set_sticky_error(cudaError_t error);

// Whether the copy engines can fetch this memory of the host by themselves.
bool is_pinned(const void* pointer);

// The most dynamic shared memory that a launch may ask for: what cudaFuncSetAttribute() has allowed to the kernel that
// contains pc, or the usual 48 KiB. Can be called by a fiber.
int allowed_dynamic_shared(uintptr_t pc);
// What any kernel may ask for, and what none may.
int least_allowed_dynamic_shared();
constexpr int kMostDynamicShared = 227 * 1024;

}  // namespace emu
