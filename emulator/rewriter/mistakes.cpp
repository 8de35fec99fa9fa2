#include "mistakes.h"

#include "device_code.h"
#include "function_names.h"
#include "kernel_expression.h"
#include "launches.h"
#include "words.h"

#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace rewriter {
namespace {

std::string text_of(const SourceText& source, int i)
{
    return std::string(source.spelling(i));
}

// Whether { at `open` begins the body of a function: `type name(...) {`. Conditions, lambdas and initialisers have
// another word, or none, before their bracket. Returns the name's position, or kNone.
int function_defined_at(const SourceText& source, int open)
{
    constexpr std::array<std::string_view, 8> kNoNames{"if",        "for",      "while",   "switch",
                                                       "constexpr", "decltype", "alignas", "__attribute__"};
    constexpr std::array<std::string_view, 8> kNoTypes{"return", "else", "do",    "case",
                                                       "throw",  "new",  "catch", "goto"};
    const int parameters = source.is(open - 1, ")") ? source.opening(open - 1) : kNone;
    const int name = parameters - 1;
    if (parameters == kNone || !source.kind_is(name, Kind::identifier) ||
        contains(kNoNames, source.spelling(name)))
        return kNone;
    const bool type_before =
        (source.kind_is(name - 1, Kind::identifier) && !contains(kNoTypes, source.spelling(name - 1))) ||
        ((source.is(name - 1, "*") || source.is(name - 1, ">")) &&
         source.kind_is(name - 2, Kind::identifier));
    return type_before ? name : kNone;
}

// A local class has functions of its own.
bool opens_class(const SourceText& source, int begin, int open)
{
    for (int i = open - 1;
         i > begin && !source.is(i, ";") && !source.is(i, "{") && !source.is(i, "}") && !source.is(i, ")");
         --i)
        if (source.is(i, "struct") || source.is(i, "class") || source.is(i, "union"))
            return true;
    return false;
}

void refuse_functions_inside(const SourceText& source, const FunctionBody& function)
{
    for (int i = function.open + 1; i < function.close; ++i) {
        if (!source.is(i, "{"))
            continue;
        if (opens_class(source, function.open, i)) {
            i = source.closing(i);
            continue;
        }
        const int name = function_defined_at(source, i);
        if (name != kNone)
            throw source.error(name,
                               "'" + text_of(source, name) +
                                   "' is defined inside of another function, whose body begins at line " +
                                   std::to_string(source[function.open].line) + ": is a } missing above?");
    }
}

// A ( that a } closes: nothing but the missing ) explains it, and what follows would be taken for a part of it.
void refuse_open_parentheses(const SourceText& source)
{
    for (int i = 0; i < source.size(); ++i) {
        if (!source.is(i, ")") && !source.is(i, "]") && !source.is(i, "}"))
            continue;
        const int opener = source.opening(i);
        if (opener == kNone)
            return;
        if (source.is(i, "}") && !source.is(opener, "{"))
            throw source.error(opener, "this " + text_of(source, opener) + " is never closed: is a " +
                                           (source.is(opener, "(") ? ")" : "]") + " missing, or a quote?");
        if (source.is(opener, "{") != source.is(i, "}") || source.is(opener, "(") != source.is(i, ")"))
            return;  // the compiler says it
    }
}

struct Names {
    std::set<std::string_view> kernels;
    std::map<std::string_view, int> device;  // __device__ only
    std::map<std::string_view, int> host;
    std::set<std::string_view> kernels_and_more;  // kernels whose names members or variables have, too
};

// Whether a type comes before the name at i, as in a declaration: `void k(...)`. In `= k(...)`, `; k(...)` and
// `return k(...)` there is none.
bool follows_type(const SourceText& source, int i)
{
    return source.kind_is(i - 1, Kind::identifier) ? !comes_before_expressions(source.spelling(i - 1))
                                                   : source.is(i - 1, "*") || source.is(i - 1, "&") ||
                                                         source.is(i - 1, ">") || source.is(i - 1, ")");
}

Names names_of(const SourceText& source)
{
    Names names;
    names.host = host_functions(source);
    std::set<int> kernel_names;
    for (const MarkedName& marked : marked_functions(source)) {
        if (marked.is_kernel) {
            names.kernels.insert(source.spelling(marked.name));
            kernel_names.insert(marked.name);
        } else {
            names.device.emplace(source.spelling(marked.name), marked.name);
        }
    }
    for (const std::string_view kernel : names.kernels)
        for (const int i : source.places_of({kernel}))
            if (!kernel_names.contains(i) && follows_type(source, i))
                names.kernels_and_more.insert(kernel);
    return names;
}

// The name in a kernel expression that ends at `last`: k, ns::k or k<T>.
int name_of_kernel(const SourceText& source, int last)
{
    if (source.is(last, ">"))
        last = source.opening(last) - 1;
    return last >= 0 && source.kind_is(last, Kind::identifier) ? last : kNone;
}

// A word before the function's name that was meant to be __global__.
std::string misspelt_mark(const SourceText& source, int name)
{
    for (int i = name - 1; i >= 0 && i > name - 6 && source.kind_is(i, Kind::identifier); --i)
        if (has(source.spelling(i), "glob"))
            return ": is '" + text_of(source, i) + "' there a misspelt __global__?";
    return "";
}

void refuse_launch_of_function(const SourceText& source, int launch, const Names& names)
{
    const int name = name_of_kernel(source, launch - 1);
    if (name == kNone || names.kernels.contains(source.spelling(name)))
        return;
    const auto host = names.host.find(source.spelling(name)),
               device = names.device.find(source.spelling(name));
    if (host == names.host.end() && device == names.device.end())
        return;
    const int defined = device != names.device.end() ? device->second : host->second;
    throw source.error(name, "'" + text_of(source, name) +
                                 "' is launched as a kernel, but the function at line " +
                                 std::to_string(source[defined].line) + " is not __global__" +
                                 misspelt_mark(source, defined));
}

// A name that has other meanings, too, is left to the run, which says the same.
void refuse_call_of_kernel(const SourceText& source, int i, const Names& names)
{
    if (!names.kernels.contains(source.spelling(i)) || names.device.contains(source.spelling(i)) ||
        names.host.contains(source.spelling(i)) || names.kernels_and_more.contains(source.spelling(i)) ||
        opens_launch(source, i + 1) || !is_call(source, i) || follows_type(source, i))
        return;
    throw source.error(i, "'" + text_of(source, i) + "' is a kernel: it is launched as " +
                              text_of(source, i) + "<<<grid, block>>>(...), not called");
}

void refuse_reference_parameters(const SourceText& source, int name)
{
    const int open = source.is(name + 1, "(") ? name + 1 : kNone;
    const int close = open == kNone ? kNone : source.closing(open);
    int angles = 0;
    bool in_default = false;
    for (int i = open + 1; open != kNone && i < close; ++i) {
        if (source.is(i, "(") || source.is(i, "[") || source.is(i, "{"))
            i = source.closing(i);
        else if (source.is(i, "<") || source.is(i, ">"))
            angles += source.is(i, "<") ? 1 : -1;
        else if (angles == 0 && source.is(i, ","))
            in_default = false;
        else if (source.is(i, "="))
            in_default = true;
        else if (angles == 0 && !in_default && source.is(i, "&"))
            throw source.error(i, "a parameter of the kernel '" + text_of(source, name) +
                                      "' is a reference: a kernel cannot see the host's variable. "
                                      "Pass a value, or a pointer to device memory");
    }
}

void refuse_old_warp_function(const SourceText& source, int i, const Names& names)
{
    constexpr std::array<std::string_view, 7> kOld{"__shfl",   "__shfl_up", "__shfl_down", "__shfl_xor",
                                                   "__ballot", "__any",     "__all"};
    const std::string_view word = source.spelling(i);
    if (word.substr(0, 2) != "__" || !contains(kOld, word) || !source.is(i + 1, "(") ||
        names.device.contains(word) || names.host.contains(word))
        return;
    const std::string name(word);
    throw source.error(
        i, "CUDA no longer has " + name + "(): use " + name +
               "_sync(mask, ...), where the mask names the lanes that take part (0xffffffff: all)");
}

}  // namespace

void refuse_mistakes(const SourceText& source)
{
    refuse_open_parentheses(source);
    for (const FunctionBody& function : function_bodies(source))
        if (!source.is_of_library(function.open))
            refuse_functions_inside(source, function);
    const Names names = names_of(source);
    for (const MarkedName& marked : marked_functions(source))
        if (marked.is_kernel && !source.is_of_library(marked.name))
            refuse_reference_parameters(source, marked.name);
    for (const int i : source.of_program()) {
        if (opens_launch(source, i)) {
            refuse_launch_of_function(source, i, names);
        } else if (source.kind_is(i, Kind::identifier)) {
            refuse_call_of_kernel(source, i, names);
            refuse_old_warp_function(source, i, names);
        }
    }
}

}  // namespace rewriter
