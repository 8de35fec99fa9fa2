// cp.async and its groups.
#include "ptx_instructions.h"

#include <array>

namespace rewriter {
namespace {

[[maybe_unused]] constexpr std::array kAsyncCopies{
    PtxInstruction{"cp.async.ca.shared.global", ""}, PtxInstruction{"cp.async.cg.shared.global", ""},
    PtxInstruction{"cp.async.commit_group", ""},     PtxInstruction{"cp.async.wait_group", ""},
    PtxInstruction{"cp.async.wait_all", ""},
};

}  // namespace

PtxText translate_async_copy(const PtxCall& call)
{
    if (call.part(0) != "cp" || call.part(1) != "async")
        return {};
    const std::string& form = call.part(2);
    if (form == "commit_group" && call.statement.name.size() == 3)
        return "::emu::ptx::commit_copies();";
    if (form == "wait_all" && call.statement.name.size() == 3)
        return "::emu::ptx::wait_for_all_copies();";
    if (form == "wait_group" && call.count() == 1) {
        const auto left = call.value(0, "unsigned");
        return left ? PtxText("::emu::ptx::wait_for_copies(" + *left + ");") : std::nullopt;
    }
    if ((form != "ca" && form != "cg") || call.part(3).substr(0, 6) != "shared" || call.part(4) != "global")
        return {};
    const auto to = call.operands.address(call.word(0)), from = call.operands.address(call.word(1));
    const auto bytes = call.value(2, "unsigned");
    // The source's size is left out where a cache policy follows at once; that is a number of 64 bits.
    const bool has_policy = call.has("L2::cache_hint");
    const bool has_size = call.count() == (has_policy ? 5u : 4u);
    const auto read = has_size ? call.value(3, "unsigned") : bytes;
    if (!to || !from || !bytes || !read || call.count() < 3 || call.count() > 5 ||
        (call.count() == 5 && !has_policy))
        return {};
    return "::emu::ptx::copy_async(::emu::ptx::shared(" + *to + "), " + *from + ", " + *bytes + ", " + *read +
           ");";
}

}  // namespace rewriter
