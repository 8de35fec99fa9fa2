// Ends loops of the host that wait for a kernel's result and get nowhere, such as `while (changed)` around a kernel
// where nobody sets `changed` back.
#pragma once

#include "cuda_emulator/errors.h"

#include <cstddef>

namespace emu {

void count_launch();

// The host has copied these bytes from device memory. Returns an error if it has copied the same bytes again and again
// for longer than Options::patience, while no kernel changed device memory: the host then decides the same for ever.
cudaError_t watch_host_loop(const void* from, std::size_t bytes);

// After each launch: whether it stored anything in global memory. Reports a loop of launches that do not, if the host
// copies nothing back either.
void watch_idle_launches(bool stored);

// A call was refused because a kernel failed before. Ends a program that goes on for ever, as it does not look at
// errors.
void count_refused_call();

}  // namespace emu
