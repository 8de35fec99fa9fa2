// The words that the trace has for operations, and the names of kernels.
#pragma once

#include "counters/site.h"
#include "cuda_emulator/warp_functions.h"
#include "state/warp.h"

#include <string>

namespace emu {

const char* name_of(Operation operation);
const char* name_of(WarpOperation operation);
const char* name_of(BarrierKind kind);
// Without its namespace and template arguments.
std::string base_of_kernel(const std::string& name);

}  // namespace emu
