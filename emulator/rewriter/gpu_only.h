// Constructs that the emulator does not support.
#pragma once
#include "source_text.h"

#include <string>

namespace rewriter {

// Throws RewriteError if there is one: inline PTX, a launch from device code, textures, ... The message names
// the construct, and says that this version is for GPUs only.
void refuse_gpu_only_constructs(const SourceText& source);

// Replaces a preprocessor's messages, if they are about a header that the emulator does not have.
std::string explain_missing_header(const std::string& messages);

}  // namespace rewriter
