// setp, set, selp and slct.
#include "ptx_instructions.h"

#include <algorithm>
#include <array>

namespace rewriter {
namespace {

[[maybe_unused]] constexpr std::array kPredicates{
    PtxInstruction{"setp.eq.T", ""}, PtxInstruction{"setp.eq.and.T", ""}, PtxInstruction{"set.eq.u32.T", ""},
    PtxInstruction{"selp.T", ""},    PtxInstruction{"slct.T.s32", ""},    PtxInstruction{"slct.T.f32", ""},
};

constexpr std::array<std::string_view, 18> kComparisons{"eq",  "ne",  "lt",  "le",  "gt",  "ge",
                                                        "lo",  "ls",  "hi",  "hs",  "equ", "neu",
                                                        "ltu", "leu", "gtu", "geu", "num", "nan"};

bool is_comparison(const std::string& word)
{
    return std::find(kComparisons.begin(), kComparisons.end(), word) != kComparisons.end();
}

// A comparison of operands i and i + 1.
PtxText comparison(const PtxCall& call, std::size_t i)
{
    const std::string type(ptx_type(call.last()));
    const auto a = call.value(i, type), b = call.value(i + 1, type);
    if (!a || !b || type.empty() || call.last().find("f16") != std::string::npos ||
        !is_comparison(call.part(1)))
        return {};
    return "::emu::ptx::compare<::emu::ptx::Comparison::" + call.part(1) + "_>(" + *a + ", " + *b + ")";
}

std::string combined(const std::string& comparison, const std::string& how, const std::string& with)
{
    return how == "and"  ? "(" + comparison + " && " + with + ")"
           : how == "or" ? "(" + comparison + " || " + with + ")"
                         : "(" + comparison + " != " + with + ")";
}

// setp.lt.s32 p|q, a, b; setp.lt.and.s32 p, a, b, !c
PtxText set_predicate(const PtxCall& call)
{
    const PtxText compared = comparison(call, 1);
    const std::string& how = call.part(2);
    const bool combines = how == "and" || how == "or" || how == "xor";
    if (!compared || call.count() != (combines ? 4u : 3u))
        return {};
    std::string first = "ptx_is", second = "!ptx_is";
    if (combines) {
        const auto with = call.operands.predicate(call.word(3));
        if (!with)
            return {};
        first = combined(first, how, *with);
        second = combined(second, how, *with);
    }
    const std::vector<std::string> to = split_ptx(call.word(0), '|');
    std::string text = "{ const bool ptx_is = " + *compared + "; ";
    const auto one = call.operands.assignment(to[0], first);
    if (!one || to.size() > 2)
        return {};
    if (to.size() == 1)
        return text + *one + " }";
    const auto other = call.operands.assignment(to[1], "ptx_other");
    return other ? PtxText(text + "const bool ptx_other = " + second + "; " + *one + " " + *other + " }")
                 : std::nullopt;
}

PtxText set_number(const PtxCall& call)
{
    const std::size_t parts = call.statement.name.size();
    const PtxText compared = comparison(call, 1);
    if (!compared || call.count() != 3 || parts < 4)
        return {};
    return call.set(0, *compared + (call.part(parts - 2) == "f32" ? " ? 1.0f : 0.0f" : " ? ~0u : 0u"));
}

PtxText select(const PtxCall& call)
{
    const std::string type(ptx_type(call.last()));
    const auto a = call.value(1, type), b = call.value(2, type), p = call.operands.predicate(call.word(3));
    return a && b && p && call.count() == 4 ? call.set(0, *p + " ? " + *a + " : " + *b) : std::nullopt;
}

PtxText select_by_sign(const PtxCall& call)
{
    const std::size_t parts = call.statement.name.size();
    const std::string type(parts > 2 ? ptx_type(call.part(parts - 2)) : ""), of_sign(ptx_type(call.last()));
    const auto a = call.value(1, type), b = call.value(2, type), sign = call.value(3, of_sign);
    return a && b && sign && !type.empty() ? call.set(0, *sign + " >= 0 ? " + *a + " : " + *b) : std::nullopt;
}

}  // namespace

PtxText translate_predicates(const PtxCall& call)
{
    const std::string& name = call.part(0);
    return name == "setp"   ? set_predicate(call)
           : name == "set"  ? set_number(call)
           : name == "selp" ? select(call)
           : name == "slct" ? select_by_sign(call)
                            : std::nullopt;
}

}  // namespace rewriter
