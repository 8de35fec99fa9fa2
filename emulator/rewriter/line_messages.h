// Messages about a line that the rewriter has changed: a launch, a __shared__ array, threadIdx.
#pragma once
#include "compiler_messages.h"
#include "source_text.h"

namespace rewriter {

// Says in the words of CUDA what is wrong on the message's line.
void explain_line(const SourceText& source, Message& message);

}  // namespace rewriter
