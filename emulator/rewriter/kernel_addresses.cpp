#include "kernel_addresses.h"

#include "argument_list.h"
#include "device_code.h"
#include "function_names.h"
#include "launch_calls.h"
#include "launches.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace rewriter {
namespace {

// The position before the declaration's first token: the mark comes after extern "C", static, inline and so on.
int before_declaration(const SourceText& source, int mark)
{
    int i = mark - 1;
    while (i >= 0 && (source.kind_is(i, Kind::identifier) || source.kind_is(i, Kind::quoted) ||
                      source.is(i, "]") || source.is(i, ")"))) {
        i = source.is(i, "]") || source.is(i, ")") ? source.opening(i) - 1 : i - 1;
        if (i < -1)
            return kNone;
    }
    return i;
}

bool is_template(const SourceText& source, int mark)
{
    const int before = before_declaration(source, mark);
    return before >= 0 && source.is(before, ">");
}

// Whether the cast to a pointer to void ends at `close`: (void*), or reinterpret_cast<void*>( at its parenthesis.
bool is_cast_before(const SourceText& source, int at)
{
    if (source.is(at, ")")) {
        const int open = source.opening(at);
        return open != kNone && is_void_pointer(source, open + 1, at - 1) &&
               !source.kind_is(open - 1, Kind::identifier);
    }
    if (!source.is(at, "(") || !source.is(at - 1, ">"))
        return false;
    int open = at - 2;
    while (open > 0 && !source.is(open, "<"))
        --open;
    return (source.is(open - 1, "reinterpret_cast") || source.is(open - 1, "static_cast")) &&
           is_void_pointer(source, open + 1, at - 2);
}

// The last token of the kernel's name: that of its template arguments.
int end_of_name(const SourceText& source, int name)
{
    if (!source.is(name + 1, "<") || opens_launch(source, name + 1))
        return name;
    int depth = 0;
    for (int i = name + 1; i < source.size() && !source.is(i, ";"); ++i) {
        depth += source.is(i, "<") - source.is(i, ">");
        if (depth == 0)
            return i;
    }
    return name;
}

// Of a qualified name, ns::kernel, the first token.
int start_of_name(const SourceText& source, int name)
{
    while (source.is(name - 1, "::"))
        name -= source.kind_is(name - 2, Kind::identifier) ? 2 : 1;
    return name;
}

// The parts of launch calls up to their first arguments.
std::vector<Range> first_arguments(const SourceText& source)
{
    std::vector<Range> parts;
    for (const int i : launch_calls(source))
        if (const int close = source.closing(i + 1); close != kNone)
            if (const std::vector<Range> arguments = split_arguments(source, i + 1, close);
                !arguments.empty())
                parts.push_back({i, arguments[0].last});
    return parts;
}

// If the kernel's name at i is cast to a pointer to void.
void rewrite_address(const SourceText& source, int i, Edits& edits)
{
    const int start = start_of_name(source, i), last = end_of_name(source, i);
    if (source.is(last + 1, "(") || opens_launch(source, last + 1))
        return;
    const int first = start - source.is(start - 1, "&");
    if (!is_cast_before(source, first - 1))
        return;
    edits.insert_before(first, "::emu::kernel_address(");
    edits.insert_after(last, ", " + as_string_literal(source.joined(start, last)) + ")");
}

}  // namespace

void register_kernels(const SourceText& source, Edits& edits)
{
    struct Named {
        int close;
        bool is_known = false;
    };
    std::map<std::string_view, std::vector<Named>> kernels;
    for (const MarkedName& marked : marked_functions(source))
        if (!marked.is_kernel)
            kernels[source.spelling(marked.name)].push_back({kNone});
    for (const FunctionBody& function : function_bodies(source)) {
        if (!is_kernel_mark(source, function.first))
            continue;
        int name = function.first;
        while (name < function.open &&
               !(source.kind_is(name, Kind::identifier) && source.is(name + 1, "(") &&
                 !source.is(name, "__attribute__") && !source.is(name, "__emu_launch_bounds__") &&
                 !source.is(name, "alignas")))
            ++name;
        if (name < function.open)
            kernels[source.spelling(name)].push_back(
                {function.close, !is_template(source, function.first) && !source.is(name - 1, "::")});
    }
    for (const auto& [name, all] : kernels)  // an overloaded name does not tell which
        if (all.size() == 1 && all[0].is_known)
            edits.insert_after(all[0].close, " static const ::emu::RegisteredKernel emu_kernel_" +
                                                 std::string(name) + "(" + std::string(name) + ", \"" +
                                                 std::string(name) + "\");");
}

void rewrite_kernel_addresses(const SourceText& source, Edits& edits)
{
    std::set<std::string_view> kernels;
    for (const MarkedName& marked : marked_functions(source))
        if (marked.is_kernel)
            kernels.insert(source.spelling(marked.name));
    const std::vector<Range> of_calls = first_arguments(source);
    for (const std::string_view kernel : kernels)
        for (const int i : source.places_of({kernel}))
            if (!source.is_of_library(i) &&  // which has a kernel as a parameter called kernel
                std::ranges::none_of(of_calls, [&](Range call) { return call.first <= i && i <= call.last; }))
                rewrite_address(source, i, edits);
}

}  // namespace rewriter
