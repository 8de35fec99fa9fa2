#include "rewrite.h"

#include "edits.h"
#include "launches.h"
#include "noinline.h"
#include "pragmas.h"
#include "shared_memory.h"
#include "source_text.h"

#include <utility>

namespace rewriter {

std::string rewrite(std::string preprocessed)
{
    const SourceText source(std::move(preprocessed));
    Edits edits(source);
    remove_device_pragmas(source, edits);
    rewrite_noinline(source, edits);
    rewrite_shared_memory(source, edits);
    rewrite_launches(source, edits);
    return edits.apply();
}

}  // namespace rewriter
