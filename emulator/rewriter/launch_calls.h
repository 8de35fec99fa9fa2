// Launches by function call.
#pragma once
#include "edits.h"
#include "source_text.h"

namespace rewriter {

// cudaLaunchKernel((void*)kernel<int>, ...)   becomes   cudaLaunchKernel(::emu::named_kernel(kernel<int>, "kernel<int>"), ...)
//
// and the same with cudaLaunchCooperativeKernel: the emulator needs the kernel's type, which the cast takes away.
void rewrite_launch_calls(const SourceText& source, Edits& edits);

}  // namespace rewriter
