// Finds device code. The emulator's headers define __device__, and part of __global__, as an empty attribute,
// __attribute__(()), which serves as a mark. Kernels have two marks. __host__ is __attribute__((,)), another
// form of the empty attribute, and __managed__ is __attribute__((,,)).
#pragma once
#include "argument_list.h"
#include "edits.h"
#include "source_text.h"

#include <vector>

namespace rewriter {

// A kernel, device function or device lambda that has a body, from its mark to the } of the body.
struct FunctionBody {
    int first, open, close;  // the mark, and the braces
    bool is_host_too;        // __host__ __device__
};
// Whether a kernel's two marks begin at i.
bool is_kernel_mark(const SourceText& source, int i);
bool is_device_mark(const SourceText& source, int i);  // begins at i
bool is_host_mark(const SourceText& source, int i);
bool is_managed_mark(const SourceText& source, int i);
std::vector<FunctionBody> function_bodies(const SourceText& source);
std::vector<Range> device_functions(const SourceText& source);

// Inserts ::emu::enter_kernel() at the start of each kernel.
void announce_kernels(const SourceText& source, Edits& edits);

// Removes the marks: C++ does not allow them in lambdas.
void remove_marks(const SourceText& source, Edits& edits);

}  // namespace rewriter
