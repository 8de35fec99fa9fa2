#include "ptx.h"

#include "argument_list.h"
#include "device_code.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <sstream>
#include <vector>

namespace rewriter {
namespace {

// How an instruction is written in C++. $0 is the destination, $1 and on are the sources. T is the type's suffix, if the
// instruction has any of several; $T is its C++ type.
struct PtxInstruction {
    std::string_view name, cpp;
};

constexpr std::array kPtxInstructions{
    PtxInstruction{"mov.T", "$0 = ($T)($1)"},
    PtxInstruction{"add.T", "$0 = ($T)($1) + ($T)($2)"},
    PtxInstruction{"sub.T", "$0 = ($T)($1) - ($T)($2)"},
    PtxInstruction{"mul.T", "$0 = ($T)($1) * ($T)($2)"},
    PtxInstruction{"mul.lo.T", "$0 = ($T)($1) * ($T)($2)"},
    PtxInstruction{"mul.hi.u32", "$0 = __umulhi($1, $2)"},
    PtxInstruction{"mul.hi.s32", "$0 = __mulhi($1, $2)"},
    PtxInstruction{"mul.wide.u32", "$0 = (unsigned long long)(unsigned)($1) * (unsigned)($2)"},
    PtxInstruction{"mul.wide.s32", "$0 = (long long)(int)($1) * (int)($2)"},
    PtxInstruction{"mad.lo.T", "$0 = ($T)($1) * ($T)($2) + ($T)($3)"},
    PtxInstruction{"mad.hi.u32", "$0 = __umulhi($1, $2) + (unsigned)($3)"},
    PtxInstruction{"mad.wide.u32", "$0 = (unsigned long long)(unsigned)($1) * (unsigned)($2) + ($3)"},
    PtxInstruction{"fma.rn.f32", "$0 = fmaf($1, $2, $3)"},
    PtxInstruction{"mad.f32", "$0 = fmaf($1, $2, $3)"},
    PtxInstruction{"fma.rn.f64", "$0 = fma($1, $2, $3)"},
    PtxInstruction{"div.T", "$0 = ($T)($1) / ($T)($2)"},
    PtxInstruction{"rem.T", "$0 = ($T)($1) % ($T)($2)"},
    PtxInstruction{"min.f32", "$0 = fminf($1, $2)"},
    PtxInstruction{"max.f32", "$0 = fmaxf($1, $2)"},
    PtxInstruction{"min.T", "$0 = ($T)($1) < ($T)($2) ? ($T)($1) : ($T)($2)"},
    PtxInstruction{"max.T", "$0 = ($T)($1) > ($T)($2) ? ($T)($1) : ($T)($2)"},
    PtxInstruction{"neg.T", "$0 = -($T)($1)"},
    PtxInstruction{"abs.f32", "$0 = fabsf($1)"},
    PtxInstruction{"abs.s32", "$0 = abs((int)($1))"},
    PtxInstruction{"and.T", "$0 = ($T)($1) & ($T)($2)"},
    PtxInstruction{"or.T", "$0 = ($T)($1) | ($T)($2)"},
    PtxInstruction{"xor.T", "$0 = ($T)($1) ^ ($T)($2)"},
    PtxInstruction{"not.T", "$0 = ~($T)($1)"},
    PtxInstruction{"shl.b32", "$0 = ::emu::ptx::shl_b32($1, $2)"},
    PtxInstruction{"shr.u32", "$0 = ::emu::ptx::shr_u32($1, $2)"},
    PtxInstruction{"shr.b32", "$0 = ::emu::ptx::shr_u32($1, $2)"},
    PtxInstruction{"shr.s32", "$0 = ::emu::ptx::shr_s32($1, $2)"},
    PtxInstruction{"shf.l.wrap.b32", "$0 = __funnelshift_l($1, $2, $3)"},
    PtxInstruction{"shf.r.wrap.b32", "$0 = __funnelshift_r($1, $2, $3)"},
    PtxInstruction{"popc.b32", "$0 = __popc($1)"},
    PtxInstruction{"popc.b64", "$0 = __popcll($1)"},
    PtxInstruction{"clz.b32", "$0 = __clz($1)"},
    PtxInstruction{"clz.b64", "$0 = __clzll($1)"},
    PtxInstruction{"brev.b32", "$0 = __brev($1)"},
    PtxInstruction{"bfe.u32", "$0 = ::emu::ptx::bfe_u32($1, $2, $3)"},
    PtxInstruction{"bfe.s32", "$0 = ::emu::ptx::bfe_s32($1, $2, $3)"},
    PtxInstruction{"bfi.b32", "$0 = ::emu::ptx::bfi_b32($1, $2, $3, $4)"},
    PtxInstruction{"prmt.b32", "$0 = __byte_perm($1, $2, $3)"},
    PtxInstruction{"dp4a.u32.u32", "$0 = __dp4a((unsigned)($1), (unsigned)($2), (unsigned)($3))"},
    PtxInstruction{"dp4a.s32.s32", "$0 = __dp4a((int)($1), (int)($2), (int)($3))"},
    PtxInstruction{"sqrt.rn.f32", "$0 = sqrtf($1)"},
    PtxInstruction{"sqrt.approx.f32", "$0 = sqrtf($1)"},
    PtxInstruction{"rsqrt.approx.f32", "$0 = rsqrtf($1)"},
    PtxInstruction{"rcp.rn.f32", "$0 = 1.0f / (float)($1)"},
    PtxInstruction{"rcp.approx.f32", "$0 = 1.0f / (float)($1)"},
    PtxInstruction{"div.rn.f32", "$0 = (float)($1) / (float)($2)"},
    PtxInstruction{"div.approx.f32", "$0 = (float)($1) / (float)($2)"},
    PtxInstruction{"div.full.f32", "$0 = (float)($1) / (float)($2)"},
    PtxInstruction{"ex2.approx.f32", "$0 = exp2f($1)"},
    PtxInstruction{"lg2.approx.f32", "$0 = log2f($1)"},
    PtxInstruction{"sin.approx.f32", "$0 = sinf($1)"},
    PtxInstruction{"cos.approx.f32", "$0 = cosf($1)"},
    PtxInstruction{"tanh.approx.f32", "$0 = tanhf($1)"},
    PtxInstruction{"cvt.rn.f32.s32", "$0 = (float)(int)($1)"},
    PtxInstruction{"cvt.rn.f32.u32", "$0 = (float)(unsigned)($1)"},
    PtxInstruction{"cvt.rzi.s32.f32", "$0 = __float2int_rz($1)"},
    PtxInstruction{"cvt.rzi.u32.f32", "$0 = __float2uint_rz($1)"},
    PtxInstruction{"cvt.rni.s32.f32", "$0 = __float2int_rn($1)"},
    PtxInstruction{"ld.global.T", "$0 = *($T*)($1)"},
    PtxInstruction{"ld.volatile.global.T", "$0 = *(volatile $T*)($1)"},
    PtxInstruction{"st.global.T", "*($T*)($0) = ($T)($1)"},
    PtxInstruction{"st.volatile.global.T", "*(volatile $T*)($0) = ($T)($1)"},
    PtxInstruction{"membar.gl", "__threadfence()"},
    PtxInstruction{"membar.cta", "__threadfence_block()"},
    PtxInstruction{"membar.sys", "__threadfence_system()"},
    PtxInstruction{"fence.acq_rel.gpu", "__threadfence()"},
    PtxInstruction{"fence.sc.gpu", "__threadfence()"},
    PtxInstruction{"bar.sync", "__syncthreads()"},
    PtxInstruction{"barrier.sync", "__syncthreads()"},
    PtxInstruction{"bar.warp.sync", "__syncwarp($0)"},
    PtxInstruction{"trap", "__trap()"},
    PtxInstruction{"nanosleep.u32", "__nanosleep($0)"},
    PtxInstruction{"activemask.b32", "$0 = __activemask()"},
};

struct SpecialRegister {
    std::string_view name, cpp;
};
constexpr std::array kRegisters{
    SpecialRegister{"%laneid", "::emu::ptx::laneid()"},
    SpecialRegister{"%warpid", "::emu::ptx::warpid()"},
    SpecialRegister{"%nwarpid", "::emu::ptx::nwarpid()"},
    SpecialRegister{"%smid", "::emu::ptx::smid()"},
    SpecialRegister{"%nsmid", "::emu::ptx::nsmid()"},
    SpecialRegister{"%lanemask_eq", "::emu::ptx::lanemask_eq()"},
    SpecialRegister{"%lanemask_lt", "::emu::ptx::lanemask_lt()"},
    SpecialRegister{"%lanemask_le", "::emu::ptx::lanemask_le()"},
    SpecialRegister{"%lanemask_gt", "::emu::ptx::lanemask_gt()"},
    SpecialRegister{"%lanemask_ge", "::emu::ptx::lanemask_ge()"},
    SpecialRegister{"%clock", "(unsigned)clock64()"},
    SpecialRegister{"%clock64", "clock64()"},
    SpecialRegister{"%globaltimer", "clock64()"},
    SpecialRegister{"%tid.x", "emu_thread_index().x"},
    SpecialRegister{"%tid.y", "emu_thread_index().y"},
    SpecialRegister{"%tid.z", "emu_thread_index().z"},
    SpecialRegister{"%ntid.x", "emu_block_size().x"},
    SpecialRegister{"%ntid.y", "emu_block_size().y"},
    SpecialRegister{"%ntid.z", "emu_block_size().z"},
    SpecialRegister{"%ctaid.x", "emu_block_index().x"},
    SpecialRegister{"%ctaid.y", "emu_block_index().y"},
    SpecialRegister{"%ctaid.z", "emu_block_index().z"},
    SpecialRegister{"%nctaid.x", "emu_grid_size().x"},
    SpecialRegister{"%nctaid.y", "emu_grid_size().y"},
    SpecialRegister{"%nctaid.z", "emu_grid_size().z"},
};

struct PtxType {
    std::string_view suffix, cpp;
};
constexpr std::array kPtxTypes{PtxType{"u32", "unsigned"},
                               PtxType{"b32", "unsigned"},
                               PtxType{"s32", "int"},
                               PtxType{"u64", "unsigned long long"},
                               PtxType{"b64", "unsigned long long"},
                               PtxType{"s64", "long long"},
                               PtxType{"f32", "float"},
                               PtxType{"f64", "double"},
                               PtxType{"u16", "unsigned short"},
                               PtxType{"s16", "short"},
                               PtxType{"b16", "unsigned short"},
                               PtxType{"u8", "unsigned char"},
                               PtxType{"b8", "unsigned char"},
                               PtxType{"s8", "signed char"}};

std::string_view type_of(std::string_view suffix)
{
    for (const PtxType& type : kPtxTypes)
        if (type.suffix == suffix)
            return type.cpp;
    return "";
}

// An asm() as it stands: the text, the tokens of the operands, and the ) at the end.
struct Assembly {
    std::string text;
    std::vector<Range> operands;  // each from its ( to its )
    int end = kNone;
    bool is_understood = false;
};

std::string unquoted(std::string_view literal)
{
    std::string text;
    for (std::size_t i = 1; i + 1 < literal.size(); ++i) {
        if (literal[i] != '\\') {
            text += literal[i];
        } else {
            ++i;
            text += ' ';  // \n, \t
        }
    }
    return text;
}

Assembly read_assembly(const SourceText& source, int i)
{
    Assembly found;
    ++i;
    while (source.is(i, "volatile") || source.is(i, "__volatile__") || source.is(i, "__volatile"))
        ++i;
    if (!source.is(i, "(") || source.closing(i) == kNone)
        return found;
    found.end = source.closing(i);
    for (++i; source.kind_is(i, Kind::quoted); ++i) {
        if (source.spelling(i).front() != '"')
            return found;
        found.text += unquoted(source.spelling(i)) + " ";
    }
    int colons = 0;
    for (; i < found.end; ++i) {
        if (source.is(i, ":") || source.is(i, "::")) {
            colons += int(source.spelling(i).size());
        } else if (colons < 3 && source.kind_is(i, Kind::quoted) && source.is(i + 1, "(")) {
            const int close = source.closing(i + 1);
            found.operands.push_back({i + 1, close});
            i = close;
        } else if (!source.is(i, ",") && colons < 3) {
            return found;
        }
    }
    found.is_understood = true;
    return found;
}

std::vector<std::string> split(const std::string& text, char separator)
{
    std::vector<std::string> parts;
    std::string part;
    std::istringstream in(text);
    while (std::getline(in, part, separator)) {
        const std::size_t first = part.find_first_not_of(" \t"), last = part.find_last_not_of(" \t");
        parts.push_back(first == std::string::npos ? "" : part.substr(first, last - first + 1));
    }
    return parts;
}

bool is_name(const std::string& word)
{
    return !word.empty() && (std::isalpha(static_cast<unsigned char>(word[0])) || word[0] == '_') &&
           std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

bool is_number(const std::string& word)
{
    const std::size_t sign = word[0] == '-';
    return word.size() > sign && std::isdigit(static_cast<unsigned char>(word[sign])) &&
           std::all_of(word.begin() + long(sign), word.end(),
                       [](unsigned char c) { return std::isalnum(c); }) &&
           word.find_first_of("fF") != sign + 1;  // 0f3F800000 is a float by its bits
}

// %0, [%1 + 4], %laneid, 17 or a register that the text declares. Nothing if it is none of these.
std::optional<std::string> operand(std::string word, std::size_t operands)
{
    if (word.size() > 2 && word.front() == '[' && word.back() == ']') {
        const std::vector<std::string> parts = split(word.substr(1, word.size() - 2), '+');
        const auto base = operand(parts[0], operands);
        if (!base || parts.size() > 2 || (parts.size() == 2 && !is_number(parts[1])))
            return {};
        return "((unsigned long long)(" + *base + ")" + (parts.size() == 2 ? " + " + parts[1] : "") + ")";
    }
    if (word.rfind("%%", 0) == 0)
        word.erase(0, 1);
    if (word.empty())
        return {};
    if (word[0] == '%') {
        if (word.size() > 1 && std::isdigit(static_cast<unsigned char>(word[1]))) {
            if (word.size() > 3 || std::stoul(word.substr(1)) >= operands)
                return {};
            return "emu_operand" + word.substr(1);
        }
        for (const SpecialRegister& each : kRegisters)
            if (each.name == word)
                return std::string(each.cpp);
        return {};
    }
    if (is_number(word))
        return word;
    return is_name(word) ? std::optional("emu_" + word) : std::nullopt;
}

// What makes no difference here: rounding of integers, flushing of denormal numbers, cache operators.
std::string essential(const std::string& name)
{
    static constexpr std::array<std::string_view, 12> kNothing{
        "ca", "cg", "cs", "cv", "nc", "lu", "wb", "wt", "ftz", "aligned", "relaxed", "gpu"};
    const bool is_fence = name.rfind("fence", 0) == 0;
    std::string kept;
    for (const std::string& part : split(name, '.'))
        if (std::find(kNothing.begin(), kNothing.end(), part) == kNothing.end() ||
            (is_fence && part == "gpu"))
            kept += (kept.empty() ? "" : ".") + part;
    return kept;
}

std::string filled(std::string_view cpp, const std::vector<std::string>& operands, std::string_view type)
{
    std::string text;
    for (std::size_t i = 0; i < cpp.size(); ++i) {
        if (cpp[i] != '$')
            text += cpp[i];
        else if (cpp[++i] == 'T')
            text += type;
        else if (const std::size_t n = std::size_t(cpp[i] - '0'); n < operands.size())
            text += operands[n];
        else
            return "";
    }
    return text;
}

// A statement of C++; nothing if the instruction is not known.
std::optional<std::string> statement(const std::string& text, std::size_t operands)
{
    const std::size_t space = text.find_first_of(" \t");
    const std::string name = text.substr(0, space);
    const std::vector<std::string> words =
        space == std::string::npos ? std::vector<std::string>() : split(text.substr(space), ',');
    if (name == ".reg") {
        const std::size_t end = words.empty() ? std::string::npos : words[0].find_first_of(" \t");
        if (end == std::string::npos || words[0][0] != '.')
            return {};
        const std::string_view type = type_of(words[0].substr(1, end - 1));
        std::string declared = std::string(type) + " emu_" + split(words[0].substr(end), ',')[0];
        for (std::size_t i = 1; i < words.size(); ++i)
            declared += ", emu_" + words[i];
        return type.empty() || declared.find_first_of("<%") != std::string::npos
                   ? std::nullopt
                   : std::optional(declared + ";");
    }
    std::vector<std::string> cpp;
    for (const std::string& word : words) {
        const auto one = operand(word, operands);
        if (!one)
            return {};
        cpp.push_back(*one);
    }
    const std::string wanted = essential(name);
    const std::size_t dot = wanted.rfind('.');
    const std::string suffix = dot == std::string::npos ? "" : wanted.substr(dot + 1);
    for (const PtxInstruction& each : kPtxInstructions) {
        const bool any_type = each.name.substr(each.name.size() - 2) == ".T" && !type_of(suffix).empty() &&
                              wanted.substr(0, dot) == each.name.substr(0, each.name.size() - 2);
        if (each.name != wanted && !any_type)
            continue;
        const std::string made = filled(each.cpp, cpp, type_of(suffix));
        return made.empty() ? std::nullopt : std::optional(made + ";");
    }
    return {};
}

// The statements of the text. *unknown: the first instruction that is not known, if there is one.
std::string statements(const Assembly& assembly, std::string* unknown)
{
    std::string text = assembly.text, cpp;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] == '{' || text[i] == '}') {
            text.insert(i + 1, ";");
            text.insert(i, ";");
            i += 2;
        }
    for (const std::string& each : split(text, ';')) {
        if (each.empty())
            continue;
        if (each == "{" || each == "}") {
            cpp += each + " ";
        } else if (const auto one = statement(each, assembly.operands.size())) {
            cpp += *one + " ";
        } else {
            *unknown = each;
            return "";
        }
    }
    return cpp;
}

}  // namespace

bool is_assembly(const SourceText& source, int i)
{
    return source.is(i, "asm") || source.is(i, "__asm__") || source.is(i, "__asm");
}

std::string untranslatable_ptx(const SourceText& source, int i)
{
    const Assembly assembly = read_assembly(source, i);
    std::string unknown;
    statements(assembly, &unknown);
    return !assembly.is_understood ? "asm" : unknown;
}

void translate_ptx(const SourceText& source, Edits& edits)
{
    for (const Range function : device_functions(source))
        for (int i = function.first; i <= function.last; ++i) {
            if (!is_assembly(source, i))
                continue;
            const Assembly assembly = read_assembly(source, i);
            std::string unknown, text = "[&](";
            for (std::size_t k = 0; k < assembly.operands.size(); ++k)
                text += (k == 0 ? "auto&& emu_operand" : ", auto&& emu_operand") + std::to_string(k);
            text += ") __attribute__((always_inline)) { " + statements(assembly, &unknown) + "}(";
            int from = i;
            for (const Range& each : assembly.operands) {
                edits.replace(from, each.first - 1, from == i ? text : ", ");
                from = each.last + 1;
            }
            edits.replace(from, assembly.end, from == i ? text + ")" : ")");
            i = assembly.end;
        }
}

}  // namespace rewriter
