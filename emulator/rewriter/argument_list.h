// Lists of expressions with commas between them.
#pragma once
#include "source_text.h"

#include <vector>

namespace rewriter {

// The tokens first to last.
struct Range {
    int first, last;
};

// The last token of the group that begins at `i`: of a bracket (...), [...] or {...}, and of template
// arguments
// <...>, as far as tokens alone can tell them from comparisons. `i` itself if no group begins there, kNone if
// a bracket is not closed.
int end_of_group(const SourceText& source, int i);

// The arguments between two parentheses, split at the commas outside groups.
std::vector<Range> split_arguments(const SourceText& source, int open, int close);

}  // namespace rewriter
