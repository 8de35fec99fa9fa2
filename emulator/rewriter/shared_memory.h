// Variables in shared memory. The emulator's headers define __shared__ as the marker __emu_shared__.
#pragma once
#include "edits.h"
#include "source_text.h"

namespace rewriter {

// __shared__ T x[n];          becomes  static thread_local T x[n];    one copy, which the emulator gives to
// each block extern __shared__ T x[];    becomes  T *x = the block's dynamic shared memory;
//
// Alignment asked for in an extern declaration is dropped: dynamic shared memory is aligned for every type.
// Throws RewriteError for an extern declaration outside a function, or of another shape.
void rewrite_shared_memory(const SourceText& source, Edits& edits);

}  // namespace rewriter
