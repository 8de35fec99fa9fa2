// threadIdx, blockIdx, blockDim and gridDim.
#pragma once
#include "edits.h"
#include "source_text.h"

namespace rewriter {

// In device code they become calls, since each fiber has its own values; blockDim becomes (emu_block_size()).
// Elsewhere they are ordinary names: host code may have its own dim3 blockDim.
void rewrite_thread_index(const SourceText& source, Edits& edits);

}  // namespace rewriter
