// Mistakes that nvcc refuses, but that would give a C++ compiler something to misunderstand.
#pragma once
#include "source_text.h"

namespace rewriter {

// Refuses, with one line each:
// - a function that is defined inside of device code, after a } was forgotten;
// - a launch of a function that is not __global__, and a kernel that is called like a function;
// - a parameter of a kernel that is a reference;
// - the warp functions without _sync, which CUDA no longer has.
void refuse_mistakes(const SourceText& source);

}  // namespace rewriter
