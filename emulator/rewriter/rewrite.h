// The rewriter as one function.
#pragma once
#include <string>

namespace rewriter {

// Turns preprocessed CUDA C++ into C++ for the emulator. Throws RewriteError, which names the original file
// and line.
std::string rewrite(std::string preprocessed);

}  // namespace rewriter
