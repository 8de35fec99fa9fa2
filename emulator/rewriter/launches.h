// Kernel launches: kernel<<<grid, block, shared, stream>>>(arguments)
#pragma once
#include "edits.h"
#include "source_text.h"

#include <string>

namespace rewriter {

// Turns every launch into a call of ::emu::launch:
//
//   ::emu::launch([&](auto&&... emu_args)
//                     { kernel(::emu::argument(emu_args)...), ::emu::leave_kernel(emu_args...); },
//                 "kernel", grid, block, shared, stream)(arguments)
//
// The arguments are evaluated once, on the host, and copied there. The lambda calls the kernel once per thread, by the name
// that the program uses, so that overloads, templates and function pointers work.
//
// An expression that computes which kernel is launched is evaluated there, too, once: the lambda has its value in emu_kernel.
//
// Device code calls ::emu::launch_in_kernel(), and the lambda has copies of what it uses: the child grid runs after the
// launching thread has ended.
//
// Two kinds of argument cannot be passed through a variable: a literal (0 is a null pointer only where it is
// written) and a braced list (it has no type). They are written into the call of the kernel.
//
// Throws RewriteError if it cannot parse a launch.
void rewrite_launches(const SourceText& source, Edits& edits);

// Whether the <<< of a launch begins at `i`.
bool opens_launch(const SourceText& source, int i);

// The text as a string literal, on one line.
std::string as_string_literal(const std::string& text);

}  // namespace rewriter
