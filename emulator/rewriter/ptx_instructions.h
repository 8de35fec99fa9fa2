// The instructions of PTX that are translated, by family.
#pragma once
#include "ptx_operands.h"
#include "ptx_text.h"

#include <optional>
#include <string>
#include <string_view>

namespace rewriter {

// For the list in the README: the names of what a family translates.
struct PtxInstruction {
    std::string_view name, cpp;
};

// One instruction, in parts.
struct PtxCall {
    const PtxStatement& statement;
    const PtxOperands& operands;

    const std::string& part(std::size_t i) const;  // of the name; "" if there is none
    const std::string& last() const { return statement.name.back(); }
    bool has(std::string_view part) const;
    const std::string& word(std::size_t i) const;  // an operand as written; "" if there is none
    std::size_t count() const { return statement.operands.size(); }
    std::optional<std::string> value(std::size_t i, std::string_view type) const;
    std::optional<std::string> set(std::size_t i, const std::string& value) const;
};

// Statements of C++; nothing if the family does not have the instruction in this form.
using PtxText = std::optional<std::string>;
PtxText translate_arithmetic(const PtxCall& call);
PtxText translate_conversion(const PtxCall& call);
PtxText translate_predicates(const PtxCall& call);
PtxText translate_memory(const PtxCall& call);
PtxText translate_atomic(const PtxCall& call);
PtxText translate_async_copy(const PtxCall& call);
PtxText translate_warp(const PtxCall& call);
PtxText translate_tensor(const PtxCall& call);

}  // namespace rewriter
