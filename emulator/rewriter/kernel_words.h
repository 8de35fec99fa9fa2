// The names in a kernel that the emulator's trace uses.
#pragma once
#include "device_code.h"
#include "source_text.h"

#include <string>

namespace rewriter {

// The kernel's parameters, then its arrays in shared memory with their lines: "in out n;tile:12 all[]:14". An array in
// dynamic shared memory has a [] behind its name, a parameter pack ... behind its own; a parameter without a name is "?".
// first: the kernel's mark.
std::string kernel_words(const SourceText& source, int first, int open, int close);

}  // namespace rewriter
