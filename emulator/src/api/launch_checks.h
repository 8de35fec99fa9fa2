// What is wrong with a launch besides its configuration.
#pragma once

#include "cuda_emulator/launch.h"

#include <string>

namespace emu {

// Reports that the launch has this error, and remembers the error.
void refuse(const Kernel& kernel, cudaError_t error, const std::string& why);

// Reports pointers among the arguments that are the host's name of a __constant__ variable.
void check_arguments(const Kernel& kernel);

// If not, refuses the launch.
bool is_stream_of_current_device(const Kernel& kernel, cudaStream_t stream);

}  // namespace emu
