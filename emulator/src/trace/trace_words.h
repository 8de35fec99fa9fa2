// The words that the trace has for operations, and the names of kernels.
#pragma once

#include "counters/site.h"
#include "cuda_emulator/warp_functions.h"
#include "state/warp.h"

#include <string_view>

namespace emu {

const char* name_of(Operation operation);
const char* name_of(WarpOperation operation);
const char* name_of(BarrierKind kind);
// Without its namespace and template arguments. Plain code, as fibers call it.
std::string_view base_of_kernel(const char* name);

}  // namespace emu
