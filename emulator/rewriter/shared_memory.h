// Variables in shared memory. The emulator's headers define __shared__ as the marker __emu_shared__.
#pragma once
#include "edits.h"
#include "source_text.h"

namespace rewriter {

// __shared__ T x[n];          becomes  static thread_local T x[n];    one copy, which the blocks use in turn
// extern __shared__ T x[];    becomes  T *x = the block's dynamic shared memory;
//
// The alignment of an extern declaration is ignored: dynamic shared memory is aligned for every type. Throws
// RewriteError for an extern declaration of another form.
void rewrite_shared_memory(const SourceText& source, Edits& edits);

}  // namespace rewriter
