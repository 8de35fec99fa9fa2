// Lists of expressions separated by commas.
#pragma once
#include "source_text.h"

#include <vector>

namespace rewriter {

// The tokens first to last, inclusive.
struct Range {
    int first, last;
};

// The last token of the group that begins at `i`: a bracket (...), [...] or {...}, or template arguments
// <...>, as far as tokens alone can distinguish these from comparisons. Returns `i` if no group begins there,
// and kNone if a bracket is not closed.
int end_of_group(const SourceText& source, int i);

// The arguments between two parentheses, split at the commas outside groups.
std::vector<Range> split_arguments(const SourceText& source, int open, int close);

}  // namespace rewriter
