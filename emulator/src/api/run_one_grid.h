// Runs one grid from its first block to its last. Its child grids are not a part of this.
#pragma once

#include "cuda_emulator/errors.h"
#include "cuda_emulator/launch.h"

namespace emu {

struct GridResult {
    bool started = false;  // false: the launch was refused, and that has been told
    bool stored = false;   // it has changed device memory
    cudaError_t error = cudaSuccess;
};

// The configuration has been checked (launch_configuration.h).
GridResult run_one_grid(const Kernel& kernel, dim3 size, dim3 block, std::size_t dynamic_shared);

}  // namespace emu
