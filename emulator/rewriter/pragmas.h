// Pragmas that only nvcc understands.
#pragma once
#include "edits.h"
#include "source_text.h"

namespace rewriter {

// Removes #pragma unroll and the pragmas of nvcc. An unrolled loop would have a copy of each access per
// iteration, and the emulator treats accesses at one place in the code as one request.
void remove_device_pragmas(const SourceText& source, Edits& edits);

}  // namespace rewriter
