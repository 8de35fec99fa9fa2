// What the program declares for the host and for the device, as the checks of sides.h need it.
#pragma once
#include "device_code.h"
#include "function_names.h"
#include "scopes.h"
#include "source_text.h"

#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace rewriter {

inline constexpr std::array<std::string_view, 13> kBuiltInTypes{
    "void",   "bool",  "char",   "short",  "int",      "long",    "unsigned",
    "signed", "float", "double", "size_t", "uint64_t", "uint32_t"};

struct SideFacts {
    explicit SideFacts(const SourceText& text);

    std::string_view text(int i) const { return source.spelling(i); }
    std::string word(int i) const { return std::string(text(i)); }
    [[noreturn]] void refuse(int i, const std::string& message) const { throw source.error(i, message); }

    bool is_member_or_qualified(int i) const;
    bool in_device_code(int i) const;
    bool is_unevaluated(int i) const;  // in decltype(), sizeof() or noexcept()
    bool is_kernel(std::string_view name) const;
    bool is_of_class(std::string_view name) const;

    const SourceText& source;
    const Program program;
    const std::vector<FunctionBody> bodies;
    std::set<std::string_view> device, host;       // functions, by their marks
    std::map<std::string_view, int> declarations;  // of the names of functions and variables: how often
};

}  // namespace rewriter
