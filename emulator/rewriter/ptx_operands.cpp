#include "ptx_operands.h"

#include "ptx_text.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace rewriter {
namespace {

struct SpecialRegister {
    std::string_view name, cpp;
};
constexpr std::array kRegisters{
    SpecialRegister{"%laneid", "::emu::ptx::laneid()"},
    SpecialRegister{"%warpid", "::emu::ptx::warpid()"},
    SpecialRegister{"%nwarpid", "::emu::ptx::nwarpid()"},
    SpecialRegister{"%smid", "::emu::ptx::smid()"},
    SpecialRegister{"%nsmid", "::emu::ptx::nsmid()"},
    SpecialRegister{"%gridid", "::emu::ptx::gridid()"},
    SpecialRegister{"%lanemask_eq", "::emu::ptx::lanemask_eq()"},
    SpecialRegister{"%lanemask_lt", "::emu::ptx::lanemask_lt()"},
    SpecialRegister{"%lanemask_le", "::emu::ptx::lanemask_le()"},
    SpecialRegister{"%lanemask_gt", "::emu::ptx::lanemask_gt()"},
    SpecialRegister{"%lanemask_ge", "::emu::ptx::lanemask_ge()"},
    SpecialRegister{"%clock", "(unsigned)clock64()"},
    SpecialRegister{"%clock_hi", "(unsigned)(clock64() >> 32)"},
    SpecialRegister{"%clock64", "clock64()"},
    SpecialRegister{"%globaltimer", "clock64()"},
    SpecialRegister{"%globaltimer_lo", "(unsigned)clock64()"},
    SpecialRegister{"%globaltimer_hi", "(unsigned)(clock64() >> 32)"},
    SpecialRegister{"%dynamic_smem_size", "::emu::ptx::dynamic_smem_size()"},
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
    SpecialRegister{"WARP_SZ", "32u"},
};

struct PtxType {
    std::string_view suffix, cpp;
    int bytes;
};
constexpr std::array kPtxTypes{PtxType{"u32", "unsigned", 4},
                               PtxType{"b32", "unsigned", 4},
                               PtxType{"s32", "int", 4},
                               PtxType{"u64", "unsigned long long", 8},
                               PtxType{"b64", "unsigned long long", 8},
                               PtxType{"s64", "long long", 8},
                               PtxType{"f32", "float", 4},
                               PtxType{"f64", "double", 8},
                               PtxType{"u16", "unsigned short", 2},
                               PtxType{"s16", "short", 2},
                               PtxType{"b16", "unsigned short", 2},
                               PtxType{"f16", "unsigned short", 2},
                               PtxType{"bf16", "unsigned short", 2},
                               PtxType{"f16x2", "unsigned", 4},
                               PtxType{"bf16x2", "unsigned", 4},
                               PtxType{"u8", "unsigned char", 1},
                               PtxType{"b8", "unsigned char", 1},
                               PtxType{"s8", "signed char", 1},
                               PtxType{"pred", "bool", 1}};

bool is_ptx_digit(char c)
{
    return std::isdigit(static_cast<unsigned char>(c));
}

bool is_ptx_name(const std::string& word)
{
    const auto in_names = [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '$'; };
    return !word.empty() && !is_ptx_digit(word[0]) && std::all_of(word.begin(), word.end(), in_names);
}

std::string ptx_cpp_name(std::string word)
{
    std::replace(word.begin(), word.end(), '$', '_');
    return "emu_" + word;
}

// 17, -0x5U, 0b101, 1.5, and 0f3F800000, a float by its bits.
std::optional<std::string> number(const std::string& word)
{
    const std::size_t sign = word[0] == '-';
    if (word.size() <= sign || !is_ptx_digit(word[sign]))
        return {};
    const std::string digits = word.substr(sign), form = digits.substr(0, 2),
                      hex = digits.substr(std::min<std::size_t>(2, digits.size()));
    const bool is_hex = !hex.empty() && hex.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos;
    if ((form == "0f" || form == "0F") && is_hex)
        return (sign ? "-" : "") + ("::emu::ptx::get<float>(0x" + hex + "u)");
    if ((form == "0d" || form == "0D") && is_hex && hex.size() == 16)
        return (sign ? "-" : "") + ("::emu::ptx::get<double>(0x" + hex + "ull)");
    const bool plain = digits.find_first_not_of("0123456789abcdefABCDEFxXuU.+-") == std::string::npos;
    return plain ? std::optional(word) : std::nullopt;
}

}  // namespace

std::string_view ptx_type(std::string_view suffix)
{
    for (const PtxType& type : kPtxTypes)
        if (type.suffix == suffix)
            return type.cpp;
    return "";
}

int ptx_bytes(std::string_view suffix)
{
    for (const PtxType& type : kPtxTypes)
        if (type.suffix == suffix)
            return type.bytes;
    return 0;
}

std::optional<std::string> PtxOperands::declare(const std::string& type,
                                                const std::vector<std::string>& names)
{
    const std::string_view cpp = ptx_type(type);
    if (cpp.empty() || names.empty())
        return {};
    std::vector<std::string> all;
    for (std::string name : names) {
        name.erase(0, name.find_first_not_of('%'));
        const std::size_t open = name.find('<');
        if (open == std::string::npos) {
            all.push_back(name);
            continue;
        }
        const std::string count = name.substr(open + 1, name.find('>') - open - 1);
        if (count.empty() || count.size() > 3 || !std::all_of(count.begin(), count.end(), is_ptx_digit))
            return {};
        for (int i = 0; i < std::stoi(count); ++i)
            all.push_back(name.substr(0, open) + std::to_string(i));
    }
    std::string text;
    for (const std::string& name : all) {
        if (!is_ptx_name(name))
            return {};
        declared_.insert(name);
        text += (text.empty() ? std::string(cpp) + " " : ", ") + ptx_cpp_name(name);
    }
    return text + ";";
}

std::optional<std::string> PtxOperands::name(std::string word) const
{
    for (const SpecialRegister& each : kRegisters)
        if (each.name == word || "%" + std::string(each.name) == word)
            return std::string(each.cpp);
    if (word.size() > 1 && word[0] == '%' && is_ptx_digit(word[1])) {
        const bool known = word.size() <= 3 && std::all_of(word.begin() + 1, word.end(), is_ptx_digit) &&
                           std::stoul(word.substr(1)) < count_;
        return known ? std::optional("emu_operand" + word.substr(1)) : std::nullopt;
    }
    word.erase(0, word.find_first_not_of('%'));
    if (declared_.count(word))
        return ptx_cpp_name(word);
    return word.empty() ? std::nullopt : number(word);
}

std::optional<std::string> PtxOperands::value(const std::string& word, std::string_view type) const
{
    const auto found = name(word);
    return found ? std::optional("::emu::ptx::get<" + std::string(type) + ">(" + *found + ")") : std::nullopt;
}

std::optional<std::string> PtxOperands::address(const std::string& word) const
{
    if (word.size() < 3 || word.front() != '[' || word.back() != ']')
        return {};
    const std::vector<std::string> parts = split_ptx(word.substr(1, word.size() - 2), '+');
    const auto base = value(parts[0], "unsigned long long");
    if (!base || parts.size() > 2)
        return {};
    if (parts.size() == 1)
        return base;
    const auto offset = name(parts[1]);
    return offset ? std::optional("(" + *base + " + (" + *offset + "))") : std::nullopt;
}

std::optional<std::string> PtxOperands::predicate(const std::string& word) const
{
    const bool negated = !word.empty() && word[0] == '!';
    const auto found = name(word.substr(negated));
    return found ? std::optional((negated ? "!(" : "bool(") + *found + ")") : std::nullopt;
}

std::optional<std::string> PtxOperands::assignment(const std::string& to, const std::string& value) const
{
    if (to == "_")
        return "(void)(" + value + ");";
    const auto found = name(to);
    return found ? std::optional("::emu::ptx::set(" + *found + ", " + value + ");") : std::nullopt;
}

std::vector<std::string> PtxOperands::list(const std::string& word)
{
    if (word.size() < 2 || word.front() != '{')
        return {word};
    return split_ptx(word.substr(1, word.size() - 2), ',');
}

}  // namespace rewriter
