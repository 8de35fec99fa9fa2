// Launches by function call.
#pragma once
#include "edits.h"
#include "source_text.h"

#include <vector>

namespace rewriter {

// cudaLaunchKernel((void*)kernel<int>, ...)   becomes
// cudaLaunchKernel(::emu::named_kernel(kernel<int>, "kernel<int>"), ...)
//
// and likewise for cudaLaunchCooperativeKernel. The emulator needs the type of the kernel, which the cast
// removes.
void rewrite_launch_calls(const SourceText& source, Edits& edits);

// Where such calls, and declarations of these functions, begin.
std::vector<int> launch_calls(const SourceText& source);
// Whether these tokens are void*, const void* or void const*.
bool is_void_pointer(const SourceText& source, int first, int last);

}  // namespace rewriter
