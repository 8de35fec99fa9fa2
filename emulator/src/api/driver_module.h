// The driver API's modules. The emulator runs no PTX and no cubin: a module stands for the kernels and variables of one
// source file that is compiled into the program.
#pragma once

#include "api/kernel_registry.h"
#include "cuda.h"

namespace emu::driver {

// The kernel that a function stands for, or nullptr.
const KernelEntry* kernel_of(CUfunction function);

}  // namespace emu::driver
