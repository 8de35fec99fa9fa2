#include "noinline.h"

namespace rewriter {

void rewrite_noinline(const SourceText& source, Edits& edits)
{
    for (const int i : source.places_of({"__noinline__"})) {
        const bool in_attribute = source.is(i - 1, "(") || source.is(i - 1, ",") || source.is(i - 1, "::");
        if (!in_attribute)
            edits.replace(i, i, "__attribute__((noinline))");
    }
}

}  // namespace rewriter
