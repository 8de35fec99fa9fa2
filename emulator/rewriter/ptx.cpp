#include "ptx.h"

#include "device_code.h"
#include "ptx_instructions.h"

#include <algorithm>
#include <array>

namespace rewriter {
namespace {

PtxText translate(const PtxStatement& statement, PtxOperands& operands)
{
    switch (statement.kind) {
        case PtxStatement::Kind::open:
        case PtxStatement::Kind::close:
            return statement.text;
        case PtxStatement::Kind::registers:
            return operands.declare(statement.name.back(), statement.operands);
        case PtxStatement::Kind::instruction:
            break;
    }
    const PtxCall call{statement, operands};
    constexpr std::array kFamilies{translate_arithmetic, translate_conversion, translate_predicates,
                                   translate_memory,     translate_atomic,     translate_async_copy,
                                   translate_warp,       translate_tensor};
    PtxText text;
    for (const auto family : kFamilies)
        if (!text)
            text = family(call);
    if (!text || statement.predicate.empty())
        return text;
    const auto predicate = operands.predicate((statement.negated ? "!" : "") + statement.predicate);
    return predicate ? PtxText("if (" + *predicate + ") { " + *text + " }") : std::nullopt;
}

// The statements of the text. *unknown: the first instruction that is not known, if there is one.
std::string statements(const Assembly& assembly, std::string* unknown)
{
    std::string cpp;
    PtxOperands operands(assembly.operands.size());
    for (const PtxStatement& each : ptx_statements(assembly.text)) {
        const PtxText one = translate(each, operands);
        if (!one) {
            *unknown = each.text;
            std::replace(unknown->begin(), unknown->end(), '\n', ' ');
            return "";
        }
        cpp += *one + " ";
    }
    return cpp;
}

}  // namespace

const std::string& PtxCall::part(std::size_t i) const
{
    static const std::string kNone_;
    return i < statement.name.size() ? statement.name[i] : kNone_;
}

bool PtxCall::has(std::string_view part) const
{
    return std::find(statement.name.begin(), statement.name.end(), part) != statement.name.end();
}

const std::string& PtxCall::word(std::size_t i) const
{
    static const std::string kNone_;
    return i < statement.operands.size() ? statement.operands[i] : kNone_;
}

std::optional<std::string> PtxCall::value(std::size_t i, std::string_view type) const
{
    return operands.value(word(i), type);
}

std::optional<std::string> PtxCall::set(std::size_t i, const std::string& value) const
{
    return operands.assignment(word(i), value);
}

bool is_assembly(const SourceText& source, int i)
{
    return source.is(i, "asm") || source.is(i, "__asm__") || source.is(i, "__asm");
}

std::string untranslatable_ptx(const SourceText& source, int i)
{
    const Assembly assembly = read_assembly(source, i);
    std::string unknown;
    if (assembly.is_understood)
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
                text += (k == 0 ? "" : ", ") + std::string(k < assembly.outputs ? "auto&&" : "auto") +
                        " emu_operand" + std::to_string(k);
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
