#pragma once
#include "machine.h"

namespace rewriter {

const Machine& aarch64();

}  // namespace rewriter
