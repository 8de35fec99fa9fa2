// Kernel launches: kernel<<<grid, block, shared, stream>>>(arguments)
#pragma once
#include "edits.h"
#include "source_text.h"

#include <string>

namespace rewriter {

// Turns every launch into a call of ::emu::launch:
//
//   ::emu::launch([&](auto&&... emu_args) { kernel(emu_args...); }, "kernel", grid, block, shared,
//   stream)(arguments)
//
// The arguments are evaluated once, on the host; the lambda runs the kernel, once for each thread. The kernel
// keeps its name inside the lambda, so overloads, templates and function pointers need no special care.
//
// Two kinds of argument would lose their meaning on the way through a variable: a literal (0 is a null
// pointer only as long as it is written out) and a braced list (it has no type). They are written into the
// kernel's call.
//
// Throws RewriteError for a launch it cannot understand.
void rewrite_launches(const SourceText& source, Edits& edits);

// Whether the <<< of a launch begins at `i`.
bool opens_launch(const SourceText& source, int i);

// The text in quotes, on one line.
std::string as_string_literal(const std::string& text);

}  // namespace rewriter
