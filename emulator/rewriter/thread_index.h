// threadIdx, blockIdx, blockDim and gridDim.
#pragma once
#include "edits.h"
#include "source_text.h"

namespace rewriter {

// In device code they become calls, blockDim as (emu_block_size()), since each fiber has its own answers. Elsewhere they
// are names like others: host code likes to have a dim3 blockDim of its own.
void rewrite_thread_index(const SourceText& source, Edits& edits);

}  // namespace rewriter
