// Kernels, the shared memory of functions, and what kernels are launched with: see sides.h.
#pragma once
#include "side_facts.h"

namespace rewriter {

void refuse_wrong_kernels(const SideFacts& facts);

}  // namespace rewriter
