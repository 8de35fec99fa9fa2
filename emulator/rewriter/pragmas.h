// Pragmas that only nvcc understands.
#pragma once
#include "edits.h"
#include "source_text.h"

namespace rewriter {

// Removes #pragma unroll and nvcc's own pragmas. An unrolled loop would have a copy of each access for every
// iteration, and the emulator takes accesses at one place of the program as one request of the warp.
void remove_device_pragmas(const SourceText& source, Edits& edits);

}  // namespace rewriter
