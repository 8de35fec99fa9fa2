// Instructions of a warp, and barriers.
#include "ptx_instructions.h"

#include <array>

namespace rewriter {
namespace {

[[maybe_unused]] constexpr std::array kWarp{
    PtxInstruction{"shfl.sync.idx.b32", ""},  PtxInstruction{"shfl.sync.up.b32", ""},
    PtxInstruction{"shfl.sync.down.b32", ""}, PtxInstruction{"shfl.sync.bfly.b32", ""},
    PtxInstruction{"vote.sync.all.pred", ""}, PtxInstruction{"vote.sync.any.pred", ""},
    PtxInstruction{"vote.sync.uni.pred", ""}, PtxInstruction{"vote.sync.ballot.b32", ""},
    PtxInstruction{"match.any.sync.b32", ""}, PtxInstruction{"match.any.sync.b64", ""},
    PtxInstruction{"match.all.sync.b32", ""}, PtxInstruction{"match.all.sync.b64", ""},
    PtxInstruction{"redux.sync.add.T", ""},   PtxInstruction{"redux.sync.min.T", ""},
    PtxInstruction{"redux.sync.max.T", ""},   PtxInstruction{"redux.sync.and.b32", ""},
    PtxInstruction{"redux.sync.or.b32", ""},  PtxInstruction{"redux.sync.xor.b32", ""},
    PtxInstruction{"elect.sync", ""},         PtxInstruction{"activemask.b32", ""},
    PtxInstruction{"bar.sync", ""},           PtxInstruction{"barrier.sync", ""},
    PtxInstruction{"bar.red.popc.u32", ""},   PtxInstruction{"bar.red.and.pred", ""},
    PtxInstruction{"bar.red.or.pred", ""},    PtxInstruction{"bar.warp.sync", ""},
    PtxInstruction{"nanosleep.u32", ""},      PtxInstruction{"trap", ""},
};

// d|p = expression, where the expression sets the variable ptx_true.
PtxText with_predicate(const PtxCall& call, const std::string& expression)
{
    const std::vector<std::string> to = split_ptx(call.word(0), '|');
    const auto first = call.operands.assignment(to[0], "ptx_result");
    const auto second = to.size() == 2 ? call.operands.assignment(to[1], "ptx_true") : PtxText("");
    if (!first || !second || to.size() > 2)
        return {};
    return "{ bool ptx_true = false; const auto ptx_result = " + expression + "; " + *first + " " + *second +
           " (void)ptx_true; (void)ptx_result; }";
}

PtxText shuffle(const PtxCall& call)
{
    const auto value = call.value(1, "unsigned"), by = call.value(2, "unsigned"),
               clamp = call.value(3, "unsigned"), mask = call.value(4, "unsigned");
    const std::string& how = call.part(2);
    if (!value || !by || !clamp || !mask || call.count() != 5 || call.part(1) != "sync" ||
        call.last() != "b32" || (how != "idx" && how != "up" && how != "down" && how != "bfly"))
        return {};
    return with_predicate(call, "::emu::ptx::shuffle_" + how + "(" + *mask + ", " + *value + ", " + *by +
                                    ", " + *clamp + ", &ptx_true)");
}

PtxText vote(const PtxCall& call)
{
    const auto predicate = call.operands.predicate(call.word(1));
    const auto mask = call.value(2, "unsigned");
    const std::string& how = call.part(2);
    if (!predicate || !mask || call.count() != 3 || call.part(1) != "sync")
        return {};
    if (how == "ballot" || how == "all" || how == "any")
        return call.set(0, "__" + how + "_sync(" + *mask + ", " + *predicate + ")");
    return how == "uni" ? call.set(0, "::emu::ptx::vote_uni(" + *mask + ", " + *predicate + ")")
                        : std::nullopt;
}

PtxText match(const PtxCall& call)
{
    const std::string type(ptx_type(call.last()));
    const auto value = call.value(1, type), mask = call.value(2, "unsigned");
    if (!value || !mask || call.count() != 3 || call.part(2) != "sync")
        return {};
    if (call.part(1) == "any")
        return call.set(0, "__match_any_sync(" + *mask + ", " + *value + ")");
    return call.part(1) == "all"
               ? with_predicate(call, "::emu::ptx::match_all(" + *mask + ", " + *value + ", &ptx_true)")
               : std::nullopt;
}

PtxText reduce(const PtxCall& call)
{
    const std::string type(ptx_type(call.last())), &how = call.part(2);
    const auto value = call.value(1, type), mask = call.value(2, "unsigned");
    const bool bits = how == "and" || how == "or" || how == "xor",
               number = how == "add" || how == "min" || how == "max";
    if (!value || !mask || call.part(1) != "sync" || !(bits || number) ||
        (type != "unsigned" && type != "int"))
        return {};
    return call.set(0,
                    "__reduce_" + how + "_sync(" + *mask + ", " + (bits ? "unsigned(" : "(") + *value + "))");
}

// Barriers of all threads of the block: number 0, without a count.
PtxText barrier(const PtxCall& call)
{
    std::string name;
    for (const std::string& part : call.statement.name)
        if (part != "aligned" && part != "cta" && part != "barrier" && part != "bar")
            name += (name.empty() ? "" : ".") + part;
    if (name == "warp.sync" && call.count() == 1) {
        const auto mask = call.value(0, "unsigned");
        return mask ? PtxText("__syncwarp(" + *mask + ");") : std::nullopt;
    }
    if (name == "sync")
        return call.count() == 1 && call.word(0) == "0" ? PtxText("__syncthreads();") : std::nullopt;
    const auto predicate = call.operands.predicate(call.word(2));
    if (name.substr(0, 4) != "red." || call.word(1) != "0" || call.count() != 3 || !predicate)
        return {};
    return name == "red.popc.u32"   ? call.set(0, "__syncthreads_count(" + *predicate + ")")
           : name == "red.and.pred" ? call.set(0, "__syncthreads_and(" + *predicate + ")")
           : name == "red.or.pred"  ? call.set(0, "__syncthreads_or(" + *predicate + ")")
                                    : std::nullopt;
}

}  // namespace

PtxText translate_warp(const PtxCall& call)
{
    const std::string& name = call.part(0);
    if (name == "shfl")
        return shuffle(call);
    if (name == "vote")
        return vote(call);
    if (name == "match")
        return match(call);
    if (name == "redux")
        return reduce(call);
    if (name == "bar" || name == "barrier")
        return barrier(call);
    if (name == "activemask")
        return call.set(0, "__activemask()");
    if (name == "trap" && call.count() == 0)
        return "__trap();";
    if (name == "nanosleep") {
        const auto time = call.value(0, "unsigned");
        return time ? PtxText("__nanosleep(" + *time + ");") : std::nullopt;
    }
    if (name == "elect" && call.part(1) == "sync")
        if (const auto mask = call.value(1, "unsigned"))
            return with_predicate(call, "::emu::ptx::elect(" + *mask + ", &ptx_true)");
    return {};
}

}  // namespace rewriter
