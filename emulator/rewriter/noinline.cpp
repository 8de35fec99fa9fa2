#include "noinline.h"

namespace rewriter {

void rewrite_noinline(const SourceText& source, Edits& edits)
{
    for (int i = 0; i < source.size(); ++i) {
        const bool in_attribute = source.is(i - 1, "(") || source.is(i - 1, ",") || source.is(i - 1, "::");
        if (source.is(i, "__noinline__") && !in_attribute)
            edits.replace(i, i, "__attribute__((noinline))");
    }
}

}  // namespace rewriter
