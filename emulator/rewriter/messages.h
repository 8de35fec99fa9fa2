// The compiler's messages about the rewritten text, told about the student's file.
#pragma once
#include <string>

namespace rewriter {

// Columns, source lines and marks become those of the file. An error in a header of the emulator moves to the line that
// uses it. What is about the emulator's own functions, and the lists of candidates of CUDA's, goes; where CUDA's functions
// are often called wrongly, what they take is said instead. Understands g++ and clang.
std::string explain_messages(const std::string& preprocessed, const std::string& messages);

}  // namespace rewriter
