// Wrong arguments of API functions, told with the reason.
#pragma once

#include "driver_types.h"

#include <string>

namespace emu {

// Reports the error as compute-sanitizer does, and why; returns it.
cudaError_t refuse_arguments(cudaError_t error, const char* function, const std::string& why);

}  // namespace emu
