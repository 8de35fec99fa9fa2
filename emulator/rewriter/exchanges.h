// An atomicExch() whose result is not used is a store: it may be the first access of its memory.
#pragma once
#include "edits.h"

namespace rewriter {

// Says so to the emulator before each atomicExch() of device code that is a whole statement.
void mark_unused_exchanges(const SourceText& source, Edits& edits);

}  // namespace rewriter
