// Copies on behalf of an API function, which errors name.
#pragma once

#include "driver_types.h"

namespace emu {

cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, const char* function);

}  // namespace emu
