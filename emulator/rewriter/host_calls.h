// Calls of host functions from device code.
#pragma once
#include "source_text.h"

namespace rewriter {

// Throws RewriteError at the first call, in device code, of a function that lacks __device__: one that the program's own
// files define outside of classes, or one of the standard library that nvcc refuses. Left alone are constexpr functions, whose
// value the compiler may know, and the bodies of functions that are __host__ as well: nvcc only warns there.
void refuse_host_calls(const SourceText& source);

}  // namespace rewriter
