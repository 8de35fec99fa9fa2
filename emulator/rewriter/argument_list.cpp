#include "argument_list.h"

namespace rewriter {
namespace {

bool is_bracket(const SourceText& source, int i)
{
    return source.is(i, "(") || source.is(i, "[") || source.is(i, "{");
}

bool ends_list(const SourceText& source, int i)
{
    return source.is(i, ")") || source.is(i, "]") || source.is(i, "}") || source.is(i, ";");
}

// The tokens that may follow the > of template arguments; after the > of a comparison comes an operand. Only
// an opening parenthesis can follow both: f < a, b > (c) is read as a call of f<a, b>.
bool follows_template_arguments(const SourceText& source, int i)
{
    for (const char* next : {"(", "{", "::", ",", ")", "."})
        if (source.is(i, next))
            return true;
    return false;
}

int end_of_template_arguments(const SourceText& source, int open)
{
    int depth = 0;
    for (int i = open; i < source.size() && !ends_list(source, i); ++i) {
        if (is_bracket(source, i)) {
            i = source.closing(i);
            if (i == kNone)
                return kNone;
        } else if (source.is(i, "<") && source.is(i + 1, "<")) {
            ++i;  // a shift
        } else if (source.is(i, "<")) {
            ++depth;
        } else if (source.is(i, ">") && --depth == 0) {
            return follows_template_arguments(source, i + 1) ? i : kNone;
        }
    }
    return kNone;
}

}  // namespace

int end_of_group(const SourceText& source, int i)
{
    if (is_bracket(source, i))
        return source.closing(i);
    if (source.is(i, "<") && source.kind_is(i - 1, Kind::identifier)) {
        const int close = end_of_template_arguments(source, i);
        return close == kNone ? i : close;
    }
    return i;
}

std::vector<Range> split_arguments(const SourceText& source, int open, int close)
{
    std::vector<Range> arguments;
    int first = open + 1;
    for (int i = open + 1; i <= close; ++i) {
        if (i == close || source.is(i, ",")) {
            if (first < i)
                arguments.push_back({first, i - 1});
            first = i + 1;
        } else {
            i = end_of_group(source, i);  // it is closed, since the enclosing parentheses are
        }
    }
    return arguments;
}

}  // namespace rewriter
