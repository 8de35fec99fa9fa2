#include "kernel_expression.h"

#include <algorithm>
#include <array>

namespace rewriter {
namespace {

// Words that can precede an expression without being part of it.
constexpr std::array<std::string_view, 22> kNotOperands{
    "return", "else",   "do",        "case",  "operator",  "sizeof",   "throw", "new",
    "delete", "and",    "or",        "not",   "goto",      "co_await", "if",    "while",
    "for",    "switch", "constexpr", "catch", "co_return", "co_yield"};

bool is_name(const SourceText& source, int i)
{
    return source.kind_is(i, Kind::identifier) &&
           std::find(kNotOperands.begin(), kNotOperands.end(), source.spelling(i)) == kNotOperands.end();
}

// The parenthesis of if (x), while (x), ...: a new statement follows it.
bool closes_condition(const SourceText& source, int close)
{
    const int open = source.is(close, ")") ? source.opening(close) : kNone;
    return open > 0 && source.kind_is(open - 1, Kind::identifier) && !is_name(source, open - 1);
}

bool ends_operand(const SourceText& source, int i)
{
    return is_name(source, i) || source.is(i, ">") || source.is(i, "]") ||
           (source.is(i, ")") && !closes_condition(source, i));
}

// The first token of one operand, including what is called, indexed or given template arguments: f, f(x),
// a[i], (x), f<T>.
int start_of_operand(const SourceText& source, int i)
{
    while (i != kNone) {
        if (is_name(source, i))
            return i;
        if (source.is(i, ">")) {
            i = source.opening(i);
            if (!is_name(source, i - 1))
                return kNone;
            --i;
        } else if (source.is(i, ")") || source.is(i, "]")) {
            i = source.opening(i);
            if (i == kNone || !ends_operand(source, i - 1))
                return i;
            --i;
        } else {
            return kNone;
        }
    }
    return kNone;
}

}  // namespace

int start_of_kernel_expression(const SourceText& source, int last)
{
    int start = start_of_operand(source, last);
    while (start > 0) {
        if (source.is(start - 1, "template"))
            --start;
        const bool scope = source.is(start - 1, "::");
        if (!scope && !source.is(start - 1, "->") && !source.is(start - 1, "."))
            return start;
        if (!ends_operand(source, start - 2))
            return scope ? start - 1 : kNone;  // ::kernel
        start = start_of_operand(source, start - 2);
    }
    return start;
}

bool computes_kernel(const SourceText& source, int first, int last)
{
    for (int i = last; i >= first; --i) {
        if (source.is(i, ">") && source.opening(i) >= first)
            i = source.opening(i);
        const bool calls = source.is(i, "(") && i > first && ends_operand(source, i - 1);
        const bool names = source.kind_is(i, Kind::identifier) || source.is(i, "<") || source.is(i, "::") ||
                           source.is(i, "(") || source.is(i, ")") || source.is(i, "&");
        if (calls || !names)
            return true;
    }
    return false;
}

}  // namespace rewriter
