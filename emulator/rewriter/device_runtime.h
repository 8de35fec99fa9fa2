// Calls of the CUDA runtime by device code.
#pragma once
#include "edits.h"
#include "source_text.h"

#include <string_view>

namespace rewriter {

// Whether device code has this function of the runtime.
bool is_of_device_runtime(std::string_view name);

// Device code calls emu::in_kernel::cudaMalloc(), for example, and memcpy() for __builtin_memcpy().
void rewrite_device_runtime(const SourceText& source, Edits& edits);

}  // namespace rewriter
