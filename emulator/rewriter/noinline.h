// The function attribute __noinline__.
#pragma once
#include "edits.h"
#include "source_text.h"

namespace rewriter {

// Replaces a CUDA function's __noinline__ by __attribute__((noinline)). It cannot be a macro, since the C++
// library's own headers write __attribute__((__noinline__)).
void rewrite_noinline(const SourceText& source, Edits& edits);

}  // namespace rewriter
