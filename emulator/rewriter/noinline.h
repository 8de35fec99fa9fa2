// The function attribute __noinline__.
#pragma once
#include "edits.h"
#include "source_text.h"

namespace rewriter {

// Gives a CUDA function's __noinline__ the compiler's spelling, __attribute__((noinline)). It cannot be a macro, since
// the C++ library's own headers say __attribute__((__noinline__)).
void rewrite_noinline(const SourceText& source, Edits& edits);

}  // namespace rewriter
