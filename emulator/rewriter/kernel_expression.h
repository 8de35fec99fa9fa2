// The expression to the left of <<<.
#pragma once
#include "source_text.h"

namespace rewriter {

// The first token of the kernel expression that ends at `last`: ns::kernel<int, (a > b)>, table[i],
// object.kernel, (*pointer), get(x)->kernel. kNone if there is no such expression.
int start_of_kernel_expression(const SourceText& source, int last);

}  // namespace rewriter
