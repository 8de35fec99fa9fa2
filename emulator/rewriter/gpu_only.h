// Constructs that the emulator does not support.
#pragma once
#include "source_text.h"

#include <string>

namespace rewriter {

// Throws RewriteError if there is one: inline PTX, a launch by device code, textures, ... The message names it, and
// says that this version is for GPUs only.
void refuse_gpu_only_constructs(const SourceText& source);

// What to tell instead of a preprocessor's messages, if these are about a header that the emulator has not.
std::string explain_missing_header(const std::string& messages);

}  // namespace rewriter
