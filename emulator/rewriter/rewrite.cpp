#include "rewrite.h"

#include "device_code.h"
#include "device_runtime.h"
#include "edits.h"
#include "exchanges.h"
#include "gpu_only.h"
#include "host_calls.h"
#include "kernel_addresses.h"
#include "launch_calls.h"
#include "launches.h"
#include "mistakes.h"
#include "noinline.h"
#include "pragmas.h"
#include "ptx.h"
#include "shared_memory.h"
#include "sides.h"
#include "source_text.h"
#include "struct_calls.h"
#include "thread_index.h"

#include <utility>

namespace rewriter {

std::string rewrite(std::string preprocessed)
{
    const SourceText source(std::move(preprocessed));
    refuse_mistakes(source);
    refuse_gpu_only_constructs(source);
    refuse_host_calls(source);
    refuse_wrong_side(source);
    std::vector<Piece> pieces;
    return rewrite_accepted(source, pieces);
}

std::string rewrite_accepted(const SourceText& source, std::vector<Piece>& pieces)
{
    Edits edits(source);
    announce_kernels(source, edits);
    register_kernels(source, edits);
    inline_struct_calls(source, edits);
    remove_marks(source, edits);
    remove_device_pragmas(source, edits);
    translate_ptx(source, edits);
    rewrite_thread_index(source, edits);
    rewrite_device_runtime(source, edits);
    mark_unused_exchanges(source, edits);
    rewrite_noinline(source, edits);
    rewrite_shared_memory(source, edits);
    rewrite_launches(source, edits);
    rewrite_launch_calls(source, edits);
    rewrite_kernel_addresses(source, edits);
    return edits.apply(pieces);
}

}  // namespace rewriter
