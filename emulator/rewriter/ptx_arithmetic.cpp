#include "ptx_instructions.h"

#include <algorithm>
#include <array>

namespace rewriter {
namespace {

// $0 is the result, $1 and on are the sources as the type T of the instruction, or as another one: $2{unsigned}. T as a name's
// last part is any type; $T is that type.
constexpr std::array kArithmetic{
    PtxInstruction{"mov.T", "$1"},
    PtxInstruction{"add.T", "::emu::ptx::add<$T>($1, $2)"},
    PtxInstruction{"sub.T", "::emu::ptx::sub<$T>($1, $2)"},
    PtxInstruction{"mul.T", "::emu::ptx::mul<$T>($1, $2)"},
    PtxInstruction{"mul.lo.T", "::emu::ptx::mul<$T>($1, $2)"},
    PtxInstruction{"mul.hi.T", "::emu::ptx::mul_hi<$T>($1, $2)"},
    PtxInstruction{"mul.wide.T", "::emu::ptx::mul_wide<$T>($1, $2)"},
    PtxInstruction{"mul24.lo.u32", "__umul24($1, $2)"},
    PtxInstruction{"mul24.lo.s32", "__mul24($1, $2)"},
    PtxInstruction{"mad.lo.T", "::emu::ptx::add<$T>(::emu::ptx::mul<$T>($1, $2), $3)"},
    PtxInstruction{"mad.hi.T", "::emu::ptx::add<$T>(::emu::ptx::mul_hi<$T>($1, $2), $3)"},
    PtxInstruction{"mad.wide.u16", "::emu::ptx::mul_wide<$T>($1, $2) + $3{unsigned}"},
    PtxInstruction{"mad.wide.u32", "::emu::ptx::mul_wide<$T>($1, $2) + $3{unsigned long long}"},
    PtxInstruction{"mad.wide.s32",
                   "::emu::ptx::add<long long>(::emu::ptx::mul_wide<$T>($1, $2), $3{long long})"},
    PtxInstruction{"add.cc.T", "::emu::ptx::add_carry<$T>($1, $2, false, true)"},
    PtxInstruction{"addc.T", "::emu::ptx::add_carry<$T>($1, $2, true, false)"},
    PtxInstruction{"addc.cc.T", "::emu::ptx::add_carry<$T>($1, $2, true, true)"},
    PtxInstruction{"sub.cc.T", "::emu::ptx::sub_borrow<$T>($1, $2, false, true)"},
    PtxInstruction{"subc.T", "::emu::ptx::sub_borrow<$T>($1, $2, true, false)"},
    PtxInstruction{"subc.cc.T", "::emu::ptx::sub_borrow<$T>($1, $2, true, true)"},
    PtxInstruction{"mad.lo.cc.T", "::emu::ptx::add_carry<$T>(::emu::ptx::mul<$T>($1, $2), $3, false, true)"},
    PtxInstruction{"mad.hi.cc.T",
                   "::emu::ptx::add_carry<$T>(::emu::ptx::mul_hi<$T>($1, $2), $3, false, true)"},
    PtxInstruction{"madc.lo.T", "::emu::ptx::add_carry<$T>(::emu::ptx::mul<$T>($1, $2), $3, true, false)"},
    PtxInstruction{"madc.hi.T", "::emu::ptx::add_carry<$T>(::emu::ptx::mul_hi<$T>($1, $2), $3, true, false)"},
    PtxInstruction{"madc.lo.cc.T", "::emu::ptx::add_carry<$T>(::emu::ptx::mul<$T>($1, $2), $3, true, true)"},
    PtxInstruction{"madc.hi.cc.T",
                   "::emu::ptx::add_carry<$T>(::emu::ptx::mul_hi<$T>($1, $2), $3, true, true)"},
    PtxInstruction{"add.sat.s32", "::emu::ptx::saturated((long long)$1 + $2)"},
    PtxInstruction{"sub.sat.s32", "::emu::ptx::saturated((long long)$1 - $2)"},
    PtxInstruction{"add.sat.f32", "__saturatef($1 + $2)"},
    PtxInstruction{"mul.sat.f32", "__saturatef($1 * $2)"},
    PtxInstruction{"fma.sat.f32", "__saturatef(fmaf($1, $2, $3))"},
    PtxInstruction{"add.rz.f32", "__fadd_rz($1, $2)"},
    PtxInstruction{"add.rm.f32", "__fadd_rd($1, $2)"},
    PtxInstruction{"add.rp.f32", "__fadd_ru($1, $2)"},
    PtxInstruction{"mul.rz.f32", "__fmul_rz($1, $2)"},
    PtxInstruction{"mul.rm.f32", "__fmul_rd($1, $2)"},
    PtxInstruction{"mul.rp.f32", "__fmul_ru($1, $2)"},
    PtxInstruction{"fma.rz.f32", "__fmaf_rz($1, $2, $3)"},
    PtxInstruction{"fma.rm.f32", "__fmaf_rd($1, $2, $3)"},
    PtxInstruction{"fma.rp.f32", "__fmaf_ru($1, $2, $3)"},
    PtxInstruction{"fma.f32", "fmaf($1, $2, $3)"},
    PtxInstruction{"mad.f32", "fmaf($1, $2, $3)"},
    PtxInstruction{"fma.f64", "fma($1, $2, $3)"},
    PtxInstruction{"mad.f64", "fma($1, $2, $3)"},
    PtxInstruction{"div.T", "$1 / $2"},
    PtxInstruction{"rem.T", "$1 % $2"},
    PtxInstruction{"min.f32", "fminf($1, $2)"},
    PtxInstruction{"max.f32", "fmaxf($1, $2)"},
    PtxInstruction{"min.f64", "fmin($1, $2)"},
    PtxInstruction{"max.f64", "fmax($1, $2)"},
    PtxInstruction{"min.T", "$1 < $2 ? $1 : $2"},
    PtxInstruction{"max.T", "$1 > $2 ? $1 : $2"},
    PtxInstruction{"neg.T", "::emu::ptx::sub<$T>(($T)(-0.0), $1)"},
    PtxInstruction{"abs.f32", "fabsf($1)"},
    PtxInstruction{"abs.f64", "fabs($1)"},
    PtxInstruction{"abs.T", "$1 < 0 ? ::emu::ptx::sub<$T>(0, $1) : $1"},
    PtxInstruction{"and.T", "($T)($1 & $2)"},
    PtxInstruction{"or.T", "($T)($1 | $2)"},
    PtxInstruction{"xor.T", "($T)($1 ^ $2)"},
    PtxInstruction{"not.pred", "!$1"},
    PtxInstruction{"not.T", "($T)(~$1)"},
    PtxInstruction{"cnot.T", "($T)($1 == 0)"},
    PtxInstruction{"lop3.b32", "::emu::ptx::lop3($1, $2, $3, $4)"},
    PtxInstruction{"shl.T", "::emu::ptx::shl<$T>($1, $2{unsigned})"},
    PtxInstruction{"shr.T", "::emu::ptx::shr<$T>($1, $2{unsigned})"},
    PtxInstruction{"shf.l.wrap.b32", "__funnelshift_l($1, $2, $3)"},
    PtxInstruction{"shf.r.wrap.b32", "__funnelshift_r($1, $2, $3)"},
    PtxInstruction{"shf.l.clamp.b32", "__funnelshift_lc($1, $2, $3)"},
    PtxInstruction{"shf.r.clamp.b32", "__funnelshift_rc($1, $2, $3)"},
    PtxInstruction{"popc.b32", "__popc($1)"},
    PtxInstruction{"popc.b64", "__popcll($1)"},
    PtxInstruction{"clz.b32", "__clz($1)"},
    PtxInstruction{"clz.b64", "__clzll($1)"},
    PtxInstruction{"brev.b32", "__brev($1)"},
    PtxInstruction{"brev.b64", "__brevll($1)"},
    PtxInstruction{"bfind.T", "::emu::ptx::bfind<$T>($1, false)"},
    PtxInstruction{"bfind.shiftamt.T", "::emu::ptx::bfind<$T>($1, true)"},
    PtxInstruction{"fns.b32", "__fns($1, $2, $3{int})"},
    PtxInstruction{"bfe.T", "::emu::ptx::bfe<$T>($1, $2{unsigned}, $3{unsigned})"},
    PtxInstruction{"bfi.T", "::emu::ptx::bfi<$T>($1, $2, $3{unsigned}, $4{unsigned})"},
    PtxInstruction{"prmt.b32", "::emu::ptx::prmt($1, $2, $3)"},
    PtxInstruction{"prmt.b32.f4e", "::emu::ptx::prmt_mode($1, $2, $3, 0)"},
    PtxInstruction{"prmt.b32.b4e", "::emu::ptx::prmt_mode($1, $2, $3, 1)"},
    PtxInstruction{"prmt.b32.rc8", "::emu::ptx::prmt_mode($1, $2, $3, 2)"},
    PtxInstruction{"prmt.b32.ecl", "::emu::ptx::prmt_mode($1, $2, $3, 3)"},
    PtxInstruction{"prmt.b32.ecr", "::emu::ptx::prmt_mode($1, $2, $3, 4)"},
    PtxInstruction{"prmt.b32.rc16", "::emu::ptx::prmt_mode($1, $2, $3, 5)"},
    PtxInstruction{"sad.T", "::emu::ptx::sad<$T>($1, $2, $3)"},
    PtxInstruction{"dp4a.u32.u32", "__dp4a($1, $2, $3)"},
    PtxInstruction{"dp4a.s32.s32", "__dp4a($1, $2, $3)"},
    PtxInstruction{"sqrt.f32", "sqrtf($1)"},
    PtxInstruction{"sqrt.f64", "sqrt($1)"},
    PtxInstruction{"rsqrt.f32", "rsqrtf($1)"},
    PtxInstruction{"rcp.f32", "1.0f / $1"},
    PtxInstruction{"rcp.f64", "1.0 / $1"},
    PtxInstruction{"ex2.f32", "exp2f($1)"},
    PtxInstruction{"lg2.f32", "log2f($1)"},
    PtxInstruction{"sin.f32", "sinf($1)"},
    PtxInstruction{"cos.f32", "cosf($1)"},
    PtxInstruction{"tanh.f32", "tanhf($1)"},
    PtxInstruction{"testp.infinite.f32", "isinf($1)"},
    PtxInstruction{"testp.finite.f32", "isfinite($1)"},
    PtxInstruction{"testp.notanumber.f32", "isnan($1)"},
    PtxInstruction{"copysign.f32", "copysignf($2, $1)"},
};

// What makes no difference: the rounding that C++ has, too, and flushing of subnormal numbers.
std::string essential_name(const PtxCall& call)
{
    static constexpr std::array<std::string_view, 4> kNothing{"rn", "approx", "full", "ftz"};
    std::string kept;
    for (const std::string& part : call.statement.name)
        if (std::find(kNothing.begin(), kNothing.end(), part) == kNothing.end())
            kept += (kept.empty() ? "" : ".") + part;
    return kept;
}

PtxText filled(std::string_view cpp, const PtxCall& call, std::string_view type)
{
    std::string text;
    std::size_t sources = 0;
    for (std::size_t i = 0; i < cpp.size(); ++i) {
        if (cpp[i] != '$') {
            text += cpp[i];
            continue;
        }
        if (cpp[++i] == 'T') {
            text += type;
            continue;
        }
        const auto n = std::size_t(cpp[i] - '0');
        std::string_view as = type;
        if (cpp.substr(i + 1, 1) == "{") {
            const std::size_t close = cpp.find('}', i);
            as = cpp.substr(i + 2, close - i - 2);
            i = close;
        }
        const auto source = call.value(n, as);
        if (!source)
            return {};
        text += *source;
        sources = std::max(sources, n);
    }
    return sources + 1 == call.count() ? PtxText(text) : std::nullopt;
}

// mov.b64 {low, high}, x and mov.b64 x, {low, high}.
PtxText translate_packing(const PtxCall& call)
{
    const std::string& type = call.last();
    const bool packs = call.word(1)[0] == '{';
    const std::vector<std::string> parts = PtxOperands::list(call.word(packs));
    const int bytes = ptx_bytes(type) / int(parts.size());
    const std::string part_type = bytes == 4 ? "unsigned" : bytes == 2 ? "unsigned short" : "unsigned char";
    const std::string whole(ptx_type(type));
    if (parts.size() < 2 || bytes == 0 || bytes > 4)
        return {};
    std::string text =
        packs ? "" : "{ const " + whole + " ptx_whole = " + call.value(1, whole).value_or("") + "; ";
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::string shift = std::to_string(i * std::size_t(bytes) * 8);
        if (packs) {
            const auto part = call.operands.value(parts[i], part_type);
            if (!part)
                return {};
            text += (i ? " | (" : "(") + whole + ")(" + *part + ") << " + shift;
        } else {
            const auto set =
                call.operands.assignment(parts[i], "(" + part_type + ")(ptx_whole >> " + shift + ")");
            if (!set || !call.value(1, whole))
                return {};
            text += *set + " ";
        }
    }
    return packs ? call.set(0, "(" + text + ")") : PtxText(text + "}");
}

}  // namespace

PtxText translate_arithmetic(const PtxCall& call)
{
    if (call.part(0) == "mov" && call.count() == 2 && (call.word(0)[0] == '{' || call.word(1)[0] == '{'))
        return translate_packing(call);
    const std::string wanted = essential_name(call);
    const std::size_t dot = wanted.rfind('.');
    const std::string suffix = dot == std::string::npos ? "" : wanted.substr(dot + 1);
    const bool is_small_float = suffix.find("f16") != std::string::npos;
    for (const PtxInstruction& each : kArithmetic) {
        const std::string_view name = each.name;
        const bool any_type = name.substr(name.size() - 2) == ".T" && !ptx_type(suffix).empty() &&
                              wanted.substr(0, dot) == name.substr(0, name.size() - 2);
        if (name != wanted && !(any_type && (!is_small_float || name == "mov.T")))
            continue;
        const std::string type = name.substr(0, 5) == "prmt." ? "b32" : suffix;
        const PtxText value = filled(each.cpp, call, ptx_type(type));
        return value ? call.set(0, *value) : std::nullopt;
    }
    return {};
}

}  // namespace rewriter
