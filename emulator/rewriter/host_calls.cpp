#include "host_calls.h"

#include "device_code.h"
#include "words.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>

namespace rewriter {
namespace {

// Members of namespace std. With --expt-relaxed-constexpr nvcc accepts the constexpr ones.
constexpr std::array<std::string_view, 10> kConstexpr{"min",      "max",      "minmax",   "clamp", "swap",
                                                      "exchange", "popcount", "bit_cast", "gcd",   "lcm"};
constexpr std::array<std::string_view, 13> kHostOnly{
    "sort",   "fill",   "copy", "accumulate", "reduce", "iota", "transform",
    "vector", "string", "map",  "function",   "cout",   "cerr"};

// Words that can come before a ( that is not a parameter list.
bool takes_brackets(std::string_view word)
{
    constexpr std::array<std::string_view, 17> kWords{
        "__attribute__", "alignas", "decltype", "noexcept", "requires", "explicit",
        "throw",         "__asm__", "void",     "bool",     "char",     "short",
        "int",           "long",    "unsigned", "float",    "double"};
    return contains(kWords, word);
}

// Words before a name that do not make it a declaration, as in `return f(x)`.
bool comes_before_expressions(std::string_view word)
{
    constexpr std::array<std::string_view, 11> kWords{"return", "else", "do",  "case",      "throw",   "goto",
                                                      "and",    "or",   "not", "co_return", "co_yield"};
    return contains(kWords, word);
}

// The > that closes the template arguments that open at i; kNone if it is a comparison.
int closing_angle(const SourceText& source, int i)
{
    for (int depth = 0; i < source.size(); ++i) {
        if (source.is(i, ";") || source.is(i, "{") || source.is(i, "}") || source.is(i, ")"))
            return kNone;
        if (source.is(i, "(") || source.is(i, "["))
            i = source.closing(i);
        if (i == kNone)
            return kNone;
        depth += source.is(i, "<") - source.is(i, ">");
        if (depth == 0)
            return i;
    }
    return kNone;
}

// The name of the function that is declared at `begin` and whose body, or end, is at `end`: the position of a
// plain name. kNone for anything else: a variable, a member that is defined outside its class, an operator.
int name_of_function(const SourceText& source, int begin, int end)
{
    for (int i = begin; i < end; ++i) {
        if (source.is(i, "=") || source.is(i, "operator"))
            return kNone;
        if (source.is(i, "<"))
            i = closing_angle(source, i);
        else if (source.is(i, "[") || (source.is(i, "(") && (!source.kind_is(i - 1, Kind::identifier) ||
                                                             takes_brackets(source.spelling(i - 1)))))
            i = source.closing(i);
        else if (source.is(i, "("))
            return i - 1 > begin && !source.is(i - 2, "::") ? i - 1 : kNone;
        if (i == kNone)
            return kNone;
    }
    return kNone;
}

bool any_is(const SourceText& source, int begin, int end, std::string_view word)
{
    for (int i = begin; i < end; ++i)
        if (source.is(i, word))
            return true;
    return false;
}

bool has_device_mark(const SourceText& source, int begin, int end)
{
    for (int i = begin; i < end; ++i)
        if (is_device_mark(source, i))
            return true;
    return false;
}

bool opens_namespace(const SourceText& source, int begin, int open)
{
    return any_is(source, begin, open, "namespace") ||
           (source.is(begin, "extern") && source.kind_is(begin + 1, Kind::quoted) && begin + 2 == open);
}

// The functions that the program's own files define outside classes without __device__: their names and
// positions.
std::map<std::string_view, int> host_functions(const SourceText& source)
{
    std::map<std::string_view, int> functions;
    for (int i = 0, begin = 0; i < source.size(); ++i) {
        if (source.is(i, ";") || source.is(i, "}") || source.kind_is(i, Kind::directive)) {
            begin = i + 1;
            continue;
        }
        const bool is_body = source.is(i, "{");
        if (is_body && opens_namespace(source, begin, i)) {
            begin = i + 1;
            continue;
        }
        if (!is_body && !source.is(i, "(") && !source.is(i, "["))
            continue;
        const int name = is_body ? name_of_function(source, begin, i) : kNone;
        if (name != kNone && !source.is_of_library(name) && !has_device_mark(source, begin, i) &&
            !any_is(source, begin, i, "constexpr") && !any_is(source, begin, i, "consteval"))
            functions.emplace(source.spelling(name), name);
        i = source.closing(i);
        if (i == kNone)
            break;
        if (is_body)
            begin = i + 1;
    }
    return functions;
}

// The names of all functions that are declared with __device__ anywhere.
std::set<std::string_view> device_function_names(const SourceText& source)
{
    std::set<std::string_view> names;
    for (int i = 0; i < source.size(); ++i) {
        if (!is_device_mark(source, i))
            continue;
        int end = i;
        while (end < source.size() && !source.is(end, ";") && !source.is(end, "{"))
            ++end;
        const int name = name_of_function(source, i, end);
        if (name != kNone)
            names.insert(source.spelling(name));
    }
    return names;
}

// Whether the name at i, if it is that of a function, is called there.
bool is_call(const SourceText& source, int i)
{
    for (const char* before : {".", "->", "::", "~"})
        if (source.is(i - 1, before))
            return false;
    const int last = source.is(i + 1, "<") ? closing_angle(source, i + 1) : i;
    return last != kNone && source.is(last + 1, "(");
}

// Whether a parameter or a variable of the function has this name.
bool declares(const SourceText& source, const FunctionBody& function, std::string_view name)
{
    for (int i = function.first; i < function.close; ++i)
        if (source.is(i, name) &&
            (i < function.open || source.is(i + 1, "=") || source.is(i + 1, "{") ||
             (source.kind_is(i - 1, Kind::identifier) && !comes_before_expressions(source.spelling(i - 1)))))
            return true;
    return false;
}

void refuse_library(const SourceText& source, int i, bool relaxed)
{
    if (!source.is(i, "std") || !source.is(i + 1, "::") || !source.kind_is(i + 2, Kind::identifier))
        return;
    const std::string_view name = source.spelling(i + 2);
    if (contains(kHostOnly, name) || (!relaxed && contains(kConstexpr, name)))
        throw source.error(i, "device code uses std::" + std::string(name) + ", which is for the host only");
}

// Whether the program is compiled with --expt-relaxed-constexpr. The emulator's headers then contain a
// pragma.
bool is_relaxed(const SourceText& source)
{
    for (int i = 0; i < source.size(); ++i)
        if (source.kind_is(i, Kind::directive) && source.spelling(i) == "#pragma nvcc relaxed_constexpr")
            return true;
    return false;
}

}  // namespace

void refuse_host_calls(const SourceText& source)
{
    const auto of_host = host_functions(source);
    const auto of_device = device_function_names(source);
    const bool relaxed = is_relaxed(source);
    for (const FunctionBody& function : function_bodies(source)) {
        if (function.is_host_too || source.is_of_library(function.open))
            continue;
        for (int i = function.open; i < function.close; ++i) {
            refuse_library(source, i, relaxed);
            const auto found = of_host.find(source.spelling(i));
            if (found != of_host.end() && !of_device.contains(found->first) && is_call(source, i) &&
                !declares(source, function, found->first))
                throw source.error(
                    i, "device code calls " + std::string(found->first) + "(), which is not __device__");
        }
    }
}

}  // namespace rewriter
