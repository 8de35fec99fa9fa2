// What only device code can call, in functions of the host: see sides.h.
#pragma once
#include "side_facts.h"

namespace rewriter {

void refuse_device_calls_of_host(const SideFacts& facts);

}  // namespace rewriter
