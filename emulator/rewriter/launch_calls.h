// Launches by function call.
#pragma once
#include "edits.h"
#include "source_text.h"

namespace rewriter {

// cudaLaunchKernel((void*)kernel<int>, ...)   becomes
// cudaLaunchKernel(::emu::named_kernel(kernel<int>, "kernel<int>"), ...)
//
// and likewise for cudaLaunchCooperativeKernel. The emulator needs the type of the kernel, which the cast
// removes.
void rewrite_launch_calls(const SourceText& source, Edits& edits);

}  // namespace rewriter
