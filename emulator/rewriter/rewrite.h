// The rewriter as one function.
#pragma once
#include <string>

namespace rewriter {

// C++ for the emulator from preprocessed CUDA C++. Throws RewriteError, which names the original file and
// line.
std::string rewrite(std::string preprocessed);

}  // namespace rewriter
