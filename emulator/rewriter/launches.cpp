#include "launches.h"

#include "argument_list.h"
#include "device_code.h"
#include "kernel_expression.h"

#include <algorithm>
#include <string>
#include <vector>

namespace rewriter {
namespace {

// The positions of the tokens of a launch. `begin_config` is the first < of <<<, `end_config` the first > of
// >>>.
struct LaunchTokens {
    int kernel, begin_config, end_config, open, close;
};

// Finds the >>> that a parenthesis follows. A comma must come before it, since a launch has at least grid and
// block.
int find_end_of_config(const SourceText& source, int begin)
{
    bool comma = false;
    for (int i = begin + 3; i < source.size(); ++i) {
        if (source.is(i, ")") || source.is(i, "]") || source.is(i, "}") || source.is(i, ";"))
            return kNone;
        if (comma && source.is(i, ">") && source.is(i + 1, ">") && source.is(i + 2, ">") &&
            source.is(i + 3, "("))
            return i;
        comma |= source.is(i, ",");
        i = end_of_group(source, i);
        if (i == kNone)
            return kNone;
    }
    return kNone;
}

// Whether a ; comes before the >>>(: #define N 256;
bool has_semicolon(const SourceText& source, int begin)
{
    bool found = false;
    for (int i = begin + 3; i < source.size() && source[i].line == source[begin].line; ++i) {
        found |= source.is(i, ";");
        if (source.is(i, ">") && source.is(i + 1, ">") && source.is(i + 2, ">"))
            return found;
    }
    return false;
}

LaunchTokens parse_launch(const SourceText& source, int begin_config)
{
    LaunchTokens launch{};
    launch.begin_config = begin_config;
    launch.kernel = start_of_kernel_expression(source, begin_config - 1);
    if (launch.kernel == kNone)
        throw source.error(begin_config, "cannot find the kernel to the left of <<<");

    launch.end_config = find_end_of_config(source, begin_config);
    if (launch.end_config == kNone && has_semicolon(source, begin_config))
        throw source.error(begin_config, "there is a ; between <<< and >>>: does a macro end with one?");
    if (launch.end_config == kNone)
        throw source.error(begin_config,
                           "a kernel launch is written kernel<<<grid, block, ...>>>(arguments)");

    launch.open = launch.end_config + 3;
    launch.close = source.closing(launch.open);
    if (launch.close == kNone)
        throw source.error(launch.open, "the kernel's argument list has no closing parenthesis");
    return launch;
}

bool is_literal(const SourceText& source, Range argument)
{
    return argument.first == argument.last &&
           (source.kind_is(argument.first, Kind::number) || source.is(argument.first, "__null"));
}

bool is_braced(const SourceText& source, Range argument)
{
    return source.is(argument.first, "{") && source.closing(argument.first) == argument.last;
}

struct Parameters {
    std::string declared;  // of the lambda
    std::string passed;    // to the kernel
    std::string left;      // to leave_kernel()
};

// A list with a literal or braced argument gets one parameter per argument; any other list gets a pack.
Parameters lambda_parameters(const SourceText& source, const std::vector<Range>& arguments)
{
    const auto expands_pack = [&](Range argument) { return source.is(argument.last, "."); };
    const auto written_into_call = [&](Range argument) {
        return is_literal(source, argument) || is_braced(source, argument);
    };
    const bool has_pack = std::ranges::any_of(arguments, expands_pack);
    for (const Range argument : arguments)
        if (has_pack && is_braced(source, argument))
            throw source.error(
                argument.first,
                "next to a parameter pack, a kernel argument in braces needs its type: T{...}");
    if (has_pack || std::ranges::none_of(arguments, written_into_call))
        return {"auto&&... emu_args", "::emu::argument(emu_args)...", "emu_args..."};

    Parameters parameters;
    for (std::size_t k = 0; k < arguments.size(); ++k) {
        const Range argument = arguments[k];
        const std::string name = "emu_arg" + std::to_string(k);
        const std::string separator = k == 0 ? "" : ", ";
        if (written_into_call(argument)) {
            parameters.declared += separator + "auto&&";
            parameters.passed += separator + source.joined(argument.first, argument.last);
        } else {
            parameters.declared += separator + "auto&& " + name;
            parameters.passed += separator + "::emu::argument(" + name + ")";
            parameters.left += (parameters.left.empty() ? "" : ", ") + name;
        }
    }
    return parameters;
}

}  // namespace

bool opens_launch(const SourceText& source, int i)
{
    return source.is(i, "<") && source.is(i + 1, "<") && source.is(i + 2, "<") && !source.is(i - 1, "<") &&
           !source.is(i - 1, "operator");
}

std::string as_string_literal(const std::string& text)
{
    std::string literal = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            literal += '\\';
        literal += c == '\n' ? ' ' : c;
    }
    return literal + "\"";
}

void rewrite_launches(const SourceText& source, Edits& edits)
{
    const std::vector<Range> device = device_functions(source);
    const auto is_in_device_code = [&](int i) {
        return std::ranges::any_of(device, [&](Range each) { return each.first < i && i < each.last; });
    };
    for (int i = 0; i < source.size(); ++i) {
        if (!opens_launch(source, i))
            continue;
        const LaunchTokens launch = parse_launch(source, i);
        const std::vector<Range> arguments = split_arguments(source, launch.open, launch.close);
        const Parameters parameters = lambda_parameters(source, arguments);
        const std::string name = as_string_literal(source.joined(launch.kernel, launch.begin_config - 1));

        // The lambda is not instrumented: its reads of the arguments and its basic blocks would count as the kernel's.
        const std::string begin_lambda =
            "](" + parameters.declared +
            ") __attribute__((no_sanitize(\"thread\"), no_sanitize_coverage)) { ";
        const std::string end_lambda =
            "(" + parameters.passed + "), ::emu::leave_kernel(" + parameters.left + "); }, " + name + ", ";
        const bool computed = computes_kernel(source, launch.kernel, launch.begin_config - 1);
        edits.insert_before(launch.kernel, std::string(is_in_device_code(i) ? " ::emu::launch_in_kernel([="
                                                                            : " ::emu::launch([&") +
                                               (computed ? ", emu_kernel = (" : begin_lambda));
        edits.replace(launch.begin_config, launch.begin_config + 2,
                      (computed ? ")" + begin_lambda + "emu_kernel" : "") + end_lambda);
        edits.replace(launch.end_config, launch.end_config + 2, ")");
        for (const Range argument : arguments)
            if (is_braced(source, argument))
                edits.replace(argument.first, argument.last, "0");
        i += 2;
    }
}

}  // namespace rewriter
