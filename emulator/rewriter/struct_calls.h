// Functions that pass structs by value.
//
// g++ checks no access that is part of a call: neither the store in `a[i] = f()`, if f returns a struct, nor the load in
// `f(a[i])`, if f takes one. Such device functions are always inlined, which makes both an assignment. Those that call
// themselves cannot be.
#pragma once
#include "edits.h"
#include "source_text.h"

namespace rewriter {

void inline_struct_calls(const SourceText& source, Edits& edits);

}  // namespace rewriter
