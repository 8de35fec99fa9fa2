// The limits of a launch.
#pragma once

#include "cuda_emulator/errors.h"
#include "vector_types.h"

#include <cstddef>
#include <string>

namespace emu {

// cudaSuccess if the launch configuration is valid; else the error, and in *why what is wrong.
cudaError_t check_configuration(dim3 grid, dim3 block, std::size_t dynamic_shared, std::string* why);

}  // namespace emu
