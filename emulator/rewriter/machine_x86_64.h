#pragma once
#include "machine.h"

namespace rewriter {

const Machine& x86_64();  // in GNU syntax

}  // namespace rewriter
