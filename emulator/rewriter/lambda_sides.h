// Lambdas as arguments of kernels: see sides.h.
#pragma once
#include "side_facts.h"

namespace rewriter {

void refuse_host_lambdas(const SideFacts& facts);

}  // namespace rewriter
