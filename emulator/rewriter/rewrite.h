// The rewriter as one function.
#pragma once
#include "edits.h"
#include "source_text.h"

#include <string>
#include <vector>

namespace rewriter {

// Turns preprocessed CUDA C++ into C++ for the emulator. Throws RewriteError, which names the original file
// and line.
std::string rewrite(std::string preprocessed);

// Makes the edits of a source that rewrite() accepts, and says where the text comes from.
std::string rewrite_accepted(const SourceText& source, std::vector<Piece>& pieces);

}  // namespace rewriter
