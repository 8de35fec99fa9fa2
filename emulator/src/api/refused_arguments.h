// Wrong arguments of API functions, told with the reason.
#pragma once

#include "debug_info/line_table.h"
#include "driver_types.h"

#include <string>

namespace emu {

// Reports the error as compute-sanitizer does, and why; notes and returns it. place: of the call, if it is not the host's
// current line.
cudaError_t refuse_arguments(cudaError_t error, const char* function, const std::string& why,
                             const SourceLine& place = {});

}  // namespace emu
