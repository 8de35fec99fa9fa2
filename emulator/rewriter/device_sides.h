// What belongs to the host, in device code: see sides.h.
#pragma once
#include "side_facts.h"

namespace rewriter {

void refuse_host_in_device_code(const SideFacts& facts);

}  // namespace rewriter
