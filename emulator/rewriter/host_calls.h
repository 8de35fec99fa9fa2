// Calls of host functions from device code.
#pragma once
#include "source_text.h"

namespace rewriter {

// Throws RewriteError at the first call in device code of a function that lacks __device__: a function that
// the program's own files define outside classes, or a function of the standard library that nvcc refuses.
// Not reported are constexpr functions, which the compiler may evaluate, and calls in functions that are also
// __host__: nvcc only warns there.
void refuse_host_calls(const SourceText& source);

}  // namespace rewriter
