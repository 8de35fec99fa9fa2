#include "launch_calls.h"

#include "argument_list.h"
#include "launches.h"

namespace rewriter {

std::vector<int> launch_calls(const SourceText& source)
{
    std::vector<int> calls;
    for (const int i :
         source.places_of({"cudaLaunchKernel", "cudaLaunchCooperativeKernel", "cudaLaunchKernelExC"}))
        if (source.is(i + 1, "("))
            calls.push_back(i);
    return calls;
}

namespace {

// In a declaration a type stands where a call has the kernel.
bool declares_parameter(const SourceText& source, Range argument)
{
    return source.is(argument.first, "const") || source.is(argument.first, "emu") ||
           source.is(argument.first, "void");
}

}  // namespace

bool is_void_pointer(const SourceText& source, int first, int last)
{
    bool is_void = false, pointer = false;
    for (int i = first; i <= last; ++i) {
        is_void |= source.is(i, "void");
        pointer |= source.is(i, "*");
        if (!source.is(i, "void") && !source.is(i, "*") && !source.is(i, "const"))
            return false;
    }
    return is_void && pointer;
}

namespace {

// The argument without the casts to void*, parentheses and & around it.
Range kernel_in(const SourceText& source, Range argument)
{
    for (;;) {
        const int first = argument.first, last = argument.last;
        if (source.is(first, "&")) {
            ++argument.first;
        } else if (source.is(first, "(") && source.closing(first) == last) {
            argument = {first + 1, last - 1};
        } else if (source.is(first, "(") && source.closing(first) < last &&
                   is_void_pointer(source, first + 1, source.closing(first) - 1)) {
            argument.first = source.closing(first) + 1;
        } else if ((source.is(first, "reinterpret_cast") || source.is(first, "static_cast")) &&
                   source.is(first + 1, "<")) {
            int open = first + 2;
            while (open < last && !source.is(open, "("))
                ++open;
            if (!is_void_pointer(source, first + 2, open - 2) || source.closing(open) != last)
                return argument;
            argument = {open + 1, last - 1};
        } else {
            return argument;
        }
    }
}

}  // namespace

void rewrite_launch_calls(const SourceText& source, Edits& edits)
{
    for (const int i : launch_calls(source)) {
        const int close = source.closing(i + 1);
        if (close == kNone)
            throw source.error(
                i, "the argument list of " + std::string(source.spelling(i)) + " has no closing parenthesis");
        const std::vector<Range> arguments = split_arguments(source, i + 1, close);
        const std::size_t at = source.is(i, "cudaLaunchKernelExC");  // it comes after the configuration there
        if (arguments.size() <= at || declares_parameter(source, arguments[at]))
            continue;
        const Range kernel = kernel_in(source, arguments[at]);
        const std::string name = source.joined(kernel.first, kernel.last);
        edits.replace(arguments[at].first, arguments[at].last,
                      "::emu::named_kernel(" + name + ", " + as_string_literal(name) + ")");
    }
}

}  // namespace rewriter
