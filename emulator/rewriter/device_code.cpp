#include "device_code.h"

#include "argument_list.h"
#include "kernel_words.h"

#include <string>

namespace rewriter {
namespace {

constexpr int kMarkTokens = 5;      // of __device__
constexpr int kHostMarkTokens = 6;  // of __host__
constexpr int kManagedMarkTokens = 7;

// Whether the function marked at `mark`, whose body begins at `open`, is also marked __host__, before or
// after.
bool is_host_too(const SourceText& source, int mark, int open)
{
    for (int i = mark; i < open; ++i)
        if (is_host_mark(source, i))
            return true;
    for (int i = mark; i >= 0 && !source.is(i, ";") && !source.is(i, "{") && !source.is(i, "}"); --i)
        if (is_host_mark(source, i))
            return true;
    return false;
}

// Whether the braces open...close are an initialiser of a member, as in Point() : x{1}, y{2} {}
bool initialises_member(const SourceText& source, int open, int close)
{
    return source.kind_is(open - 1, Kind::identifier) &&
           (source.is(close + 1, ",") || source.is(close + 1, "{"));
}

// The body of the function that is declared at `i`, or kNone if it has none or is a variable.
Range body_of_function(const SourceText& source, int i)
{
    bool initialisers = false;
    for (; i < source.size(); ++i) {
        if (source.is(i, ";") || source.is(i, "=") || source.is(i, "}"))
            return {kNone, kNone};
        initialisers |= source.is(i, ":");
        if (!source.is(i, "{") && !source.is(i, "(") && !source.is(i, "["))
            continue;
        const int close = source.closing(i);
        if (close == kNone && source.is(i, "{"))
            return {i, source.size() - 1};  // a } is missing: up to the end
        if (close == kNone)
            return {kNone, kNone};
        if (source.is(i, "{") && !(initialisers && initialises_member(source, i, close)))
            return {i, close};
        i = close;
    }
    return {kNone, kNone};
}

struct Bounds {
    std::string most_threads;  // of __launch_bounds__(most threads, ...); or ""
    std::string cluster;       // what __cluster_dims__() says; or ""
};

// host_defines.h makes __cluster_dims__(2) the mark __emu_launch_bounds__(cluster, 2).
Bounds bounds_of(const SourceText& source, int mark, int open)
{
    Bounds bounds;
    int begin = mark;  // they may also stand before __global__
    while (begin > 0 && !source.is(begin - 1, ";") && !source.is(begin - 1, "{") &&
           !source.is(begin - 1, "}") && !source.kind_is(begin - 1, Kind::directive))
        --begin;
    for (int i = begin; i < open; ++i) {
        if (!source.is(i, "__emu_launch_bounds__") || !source.is(i + 1, "("))
            continue;
        const int close = source.closing(i + 1);
        const std::vector<Range> arguments = split_arguments(source, i + 1, close);
        if (arguments.size() > 1 && source.is(arguments[0].first, "cluster"))
            bounds.cluster = source.joined(arguments[1].first, arguments.back().last);
        else if (!arguments.empty() && bounds.most_threads.empty())
            bounds.most_threads = source.joined(arguments[0].first, arguments[0].last);
    }
    return bounds;
}

}  // namespace

bool is_host_mark(const SourceText& source, int i)
{
    return source.is(i, "__attribute__") && source.is(i + 1, "(") && source.is(i + 2, "(") &&
           source.is(i + 3, ",") && source.is(i + 4, ")");
}

bool is_managed_mark(const SourceText& source, int i)
{
    return source.is(i, "__attribute__") && source.is(i + 1, "(") && source.is(i + 2, "(") &&
           source.is(i + 3, ",") && source.is(i + 4, ",");
}

bool is_device_mark(const SourceText& source, int i)
{
    return source.is(i, "__attribute__") && source.is(i + 1, "(") && source.is(i + 2, "(") &&
           source.is(i + 3, ")") && source.is(i + 4, ")");
}

bool is_kernel_mark(const SourceText& source, int i)
{
    return is_device_mark(source, i) && is_device_mark(source, i + kMarkTokens);
}

std::vector<FunctionBody> function_bodies(const SourceText& source)
{
    std::vector<FunctionBody> functions;
    for (const int i : source.places_of({"__attribute__"})) {
        if (!is_device_mark(source, i) || is_device_mark(source, i - kMarkTokens))
            continue;
        const Range body = body_of_function(source, i + kMarkTokens);
        if (body.last != kNone)
            functions.push_back({i, body.first, body.last, is_host_too(source, i, body.first)});
    }
    return functions;
}

std::vector<Range> device_functions(const SourceText& source)
{
    std::vector<Range> ranges;
    for (const FunctionBody& function : function_bodies(source))
        ranges.push_back({function.first, function.close});
    return ranges;
}

void announce_kernels(const SourceText& source, Edits& edits)
{
    for (const int i : source.places_of({"__attribute__"})) {
        if (!is_kernel_mark(source, i))
            continue;
        const auto [open, close] = body_of_function(source, i + 2 * kMarkTokens);
        if (open == kNone)
            continue;
        const auto [most_threads, cluster] = bounds_of(source, i, open);
        edits.insert_after(open, (cluster.empty() ? "" : " ::emu::enter_cluster(" + cluster + ");") +
                                     " ::emu::enter_kernel(\"" + kernel_words(source, i, open, close) + "\"" +
                                     (most_threads.empty() ? "" : ", " + most_threads) + ");");
    }
}

void remove_marks(const SourceText& source, Edits& edits)
{
    for (const int i : source.places_of({"__attribute__", "__emu_launch_bounds__"})) {
        if (is_device_mark(source, i))
            edits.remove(i, i + kMarkTokens - 1);
        if (is_host_mark(source, i))
            edits.remove(i, i + kHostMarkTokens - 1);
        if (is_managed_mark(source, i))
            edits.remove(i, i + kManagedMarkTokens - 1);
        if (source.is(i, "__emu_launch_bounds__") && source.closing(i + 1) != kNone)
            edits.remove(i, source.closing(i + 1));
    }
}

}  // namespace rewriter
