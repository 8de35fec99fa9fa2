// cvt, and arithmetic of half and bfloat16.
#include "ptx_instructions.h"

#include <array>

namespace rewriter {
namespace {

// For the list in the README.
[[maybe_unused]] constexpr std::array kConversions{
    PtxInstruction{"cvt.T.T", ""},          PtxInstruction{"cvt.rni.T.T", ""},
    PtxInstruction{"cvt.rzi.T.T", ""},      PtxInstruction{"cvt.rmi.T.T", ""},
    PtxInstruction{"cvt.rpi.T.T", ""},      PtxInstruction{"cvt.rn.T.T", ""},
    PtxInstruction{"cvt.rz.T.T", ""},       PtxInstruction{"cvt.rm.T.T", ""},
    PtxInstruction{"cvt.rp.T.T", ""},       PtxInstruction{"cvt.sat.T.T", ""},
    PtxInstruction{"cvt.rn.f16x2.f32", ""}, PtxInstruction{"cvt.rn.bf16x2.f32", ""},
    PtxInstruction{"cvt.rna.tf32.f32", ""}, PtxInstruction{"add.f16", ""},
    PtxInstruction{"sub.f16", ""},          PtxInstruction{"mul.f16", ""},
    PtxInstruction{"fma.rn.f16", ""},       PtxInstruction{"add.f16x2", ""},
    PtxInstruction{"sub.f16x2", ""},        PtxInstruction{"mul.f16x2", ""},
    PtxInstruction{"fma.rn.f16x2", ""},     PtxInstruction{"fma.rn.bf16x2", ""},
};

// The type of a value before or after a conversion.
std::string converted_type(const std::string& suffix)
{
    if (suffix == "f16")
        return "::emu::ptx::Half";
    if (suffix == "bf16")
        return "::emu::ptx::Bfloat16";
    if (suffix == "tf32")
        return "::emu::ptx::Tf32";
    if (suffix.empty() || suffix[0] == 'b' || suffix == "pred" || suffix == "f16x2")
        return "";
    return std::string(ptx_type(suffix));
}

// The type of the register that holds it.
std::string register_type(const std::string& suffix)
{
    return suffix == "tf32" ? "unsigned" : std::string(ptx_type(suffix));
}

std::string rounding_of(const PtxCall& call)
{
    const bool whole = call.has("rni") || call.has("rzi") || call.has("rmi") || call.has("rpi");
    if (call.has("rz") || call.has("rzi"))
        return whole ? "whole_toward_zero" : "toward_zero";
    if (call.has("rm") || call.has("rmi"))
        return whole ? "whole_down" : "down";
    if (call.has("rp") || call.has("rpi"))
        return whole ? "whole_up" : "up";
    return whole ? "whole_nearest" : "nearest";
}

PtxText pair_conversion(const PtxCall& call, const std::string& to)
{
    const auto high = call.value(1, "float"), low = call.value(2, "float");
    if (!high || !low || call.count() != 3 || call.last() != "f32" || call.has("relu") ||
        call.has("satfinite"))
        return {};
    const std::string convert =
        "::emu::ptx::convert<" + to + ", float, ::emu::ptx::Rounding::" + rounding_of(call) + ", false>(";
    return call.set(0, "(unsigned(" + convert + *high + ")) << 16 | unsigned(" + convert + *low + ")))");
}

PtxText conversion(const PtxCall& call)
{
    const std::size_t parts = call.statement.name.size();
    if (parts < 3)
        return {};
    const std::string &to = call.part(parts - 2), &from = call.last();
    if (to == "f16x2" || to == "bf16x2")
        return pair_conversion(call, to == "f16x2" ? "::emu::ptx::Half" : "::emu::ptx::Bfloat16");
    if (call.has("pack") || call.has("relu") || call.has("satfinite") || call.has("rs") || call.count() != 2)
        return {};
    const std::string to_type = converted_type(to), from_type = converted_type(from);
    const auto value = call.value(1, register_type(from));
    if (to_type.empty() || from_type.empty() || !value || from == "tf32")
        return {};
    return call.set(0, "::emu::ptx::convert<" + to_type + ", " + from_type +
                           ", ::emu::ptx::Rounding::" + rounding_of(call) + ", " +
                           (call.has("sat") ? "true" : "false") + ">(" + *value + ")");
}

// add.f16x2 and its kin: each half is computed in double and rounded once.
PtxText small_arithmetic(const PtxCall& call)
{
    const std::string& type = call.last();
    const bool pair = type == "f16x2" || type == "bf16x2";
    if (!pair && type != "f16" && type != "bf16")
        return {};
    for (const std::string& part : call.statement.name)
        if (part != call.part(0) && part != type && part != "rn" && part != "ftz")
            return {};
    const std::string& op = call.part(0);
    const std::size_t sources = op == "fma" ? 3 : op == "add" || op == "sub" || op == "mul" ? 2 : 0;
    if (sources == 0 || call.count() != sources + 1)
        return {};
    std::string text = std::string("::emu::ptx::small_") + op + "<" +
                       (type[0] == 'b' ? "::emu::ptx::Bfloat16" : "::emu::ptx::Half") + ", " +
                       (pair ? "true" : "false") + ">(";
    for (std::size_t i = 1; i <= sources; ++i) {
        const auto value = call.value(i, "unsigned");
        if (!value)
            return {};
        text += (i > 1 ? ", " : "") + *value;
    }
    return call.set(0, text + ")");
}

}  // namespace

PtxText translate_conversion(const PtxCall& call)
{
    return call.part(0) == "cvt" ? conversion(call) : small_arithmetic(call);
}

}  // namespace rewriter
