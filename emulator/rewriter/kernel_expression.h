// The expression to the left of <<<.
#pragma once
#include "source_text.h"

namespace rewriter {

// The first token of the kernel expression that ends at `last`: ns::kernel<int, (a > b)>, table[i],
// object.kernel, (*pointer), get(x)->kernel. kNone if there is no such expression.
int start_of_kernel_expression(const SourceText& source, int last);

// Whether the expression computes which kernel is launched, as table[i], object.kernel, (flag ? a : b) and get(x) do. Names,
// template arguments, scopes, parentheses round them and & do not: they may mean several kernels, of which the arguments choose one.
bool computes_kernel(const SourceText& source, int first, int last);

}  // namespace rewriter
