// Which functions are device code. The emulator's headers define __device__, and a part of __global__, as an empty
// attribute, __attribute__(()), which marks them. Kernels have two marks. __host__ is __attribute__((,)), which is as empty.
#pragma once
#include "argument_list.h"
#include "edits.h"
#include "source_text.h"

#include <vector>

namespace rewriter {

// Kernels, device functions and device lambdas that have a body, each from its mark to the } of the body.
struct FunctionBody {
    int first, open, close;  // the mark, and the braces
    bool is_host_too;        // __host__ __device__
};
bool is_device_mark(const SourceText& source, int i);  // begins at i
std::vector<FunctionBody> function_bodies(const SourceText& source);
std::vector<Range> device_functions(const SourceText& source);

// Puts ::emu::enter_kernel() at the start of each kernel.
void announce_kernels(const SourceText& source, Edits& edits);

// Takes the marks away: C++ does not allow them in lambdas.
void remove_marks(const SourceText& source, Edits& edits);

}  // namespace rewriter
