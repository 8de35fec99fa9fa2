// The alignment of structs that are copied as a whole.
#pragma once
#include <string>
#include <string_view>

namespace rewriter {

// assembly: what g++ writes with -dP, each instruction behind a comment that tells its operands. Before the copy of a struct
// stands a call that tells address and size. nvcc copies a struct in pieces of its type's alignment, so the call becomes
// one of the emulator's functions for that alignment (execution/range_access.cpp). Takes the comments away. Text of clang
// has none and stays as it is.
std::string name_alignments(std::string_view assembly);

}  // namespace rewriter
