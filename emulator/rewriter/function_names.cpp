#include "function_names.h"

#include "device_code.h"
#include "words.h"

#include <array>

namespace rewriter {
namespace {

// Words that can come before a ( that is not a parameter list.
bool takes_brackets(std::string_view word)
{
    constexpr std::array<std::string_view, 18> kWords{
        "__attribute__", "alignas", "decltype", "noexcept", "requires", "explicit",
        "throw",         "__asm__", "void",     "bool",     "char",     "short",
        "int",           "long",    "unsigned", "float",    "double",   "__emu_launch_bounds__"};
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

}  // namespace

bool comes_before_expressions(std::string_view word)
{
    constexpr std::array<std::string_view, 11> kWords{"return", "else", "do",  "case",      "throw",   "goto",
                                                      "and",    "or",   "not", "co_return", "co_yield"};
    return contains(kWords, word);
}

std::map<std::string_view, int> host_functions(const SourceText& source)
{
    std::map<std::string_view, int> functions;
    for (int i = 0, begin = 0; i < source.size(); ++i) {
        if (source.is(i, ";") || source.is(i, "}") || source.kind_is(i, Kind::directive)) {
            begin = i + 1;
            continue;
        }
        const bool is_body = source.is(i, "{");
        if (is_body && source.opens_part_of_library(i)) {
            i = source.closing(i);
            begin = i + 1;
            continue;
        }
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

std::vector<MarkedName> marked_functions(const SourceText& source)
{
    std::vector<MarkedName> functions;
    int end_of_kernel = kNone;  // it has two marks
    for (const int i : source.places_of({"__attribute__"})) {
        if (i <= end_of_kernel || !is_device_mark(source, i))
            continue;
        const bool is_kernel = is_kernel_mark(source, i);
        int end = i;
        while (end < source.size() && !source.is(end, ";") && !source.is(end, "{"))
            ++end;
        const int name = name_of_function(source, i, end);
        if (name != kNone)
            functions.push_back({name, is_kernel});
        if (is_kernel)
            end_of_kernel = end;
    }
    return functions;
}

bool is_call(const SourceText& source, int i)
{
    for (const char* before : {".", "->", "::", "~"})
        if (source.is(i - 1, before))
            return false;
    const int last = source.is(i + 1, "<") ? closing_angle(source, i + 1) : i;
    return last != kNone && source.is(last + 1, "(");
}

}  // namespace rewriter
