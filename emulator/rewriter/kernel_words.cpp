#include "kernel_words.h"

#include "argument_list.h"
#include "words.h"

#include <array>
#include <string_view>

namespace rewriter {
namespace {

constexpr const char* kShared = "__emu_shared__";

// The ( after one of these does not open the list of a function's parameters.
constexpr std::array<std::string_view, 6> kBeforeOtherLists{
    "__emu_launch_bounds__", "__attribute__", "alignas", "noexcept", "requires", "decltype"};

constexpr std::array<std::string_view, 13> kTypeWords{"bool",  "char",     "short",    "int",    "long",
                                                      "float", "double",   "unsigned", "signed", "auto",
                                                      "const", "volatile", "void"};

// In a declaration a < opens template arguments: the end of these, or of another bracket that opens at i; else i.
int end_of_part(const SourceText& source, int i)
{
    if (!source.is(i, "<"))
        return end_of_group(source, i);
    int depth = 0;
    for (int at = i; at < source.size(); ++at) {
        depth += source.is(at, "<") - source.is(at, ">");
        if (depth == 0)
            return at;
        if (source.is(at, ";") || source.is(at, "{"))
            break;
        if (source.is(at, "(") || source.is(at, "["))
            at = source.closing(at);
        if (at == kNone)
            break;
    }
    return kNone;
}

std::vector<Range> split_parameters(const SourceText& source, int open, int close)
{
    std::vector<Range> parameters;
    int first = open + 1;
    bool is_value = false;  // behind the = of a default argument
    for (int i = open + 1; i <= close && i != kNone; ++i) {
        is_value |= source.is(i, "=");
        if (i == close || source.is(i, ",")) {
            if (first < i)
                parameters.push_back({first, i - 1});
            first = i + 1;
            is_value = false;
        } else {
            i = is_value ? end_of_group(source, i) : end_of_part(source, i);
        }
        if (i == kNone)
            break;
    }
    return parameters;
}

// The ( of the parameters of the function whose body begins at `open`.
int parameter_list_of(const SourceText& source, int first, int open)
{
    for (int i = first; i < open; ++i) {
        if (!source.is(i, "(") || source.closing(i) == kNone)
            continue;
        if ((source.kind_is(i - 1, Kind::identifier) || source.is(i - 1, ">")) &&
            !contains(kBeforeOtherLists, source.spelling(i - 1)))
            return i;
        i = source.closing(i);
    }
    return kNone;
}

// The first identifier between the parentheses of `float (*f)(float)` or `int (&a)[4]`.
std::string name_in_parentheses(const SourceText& source, int open)
{
    for (int i = open + 1; i < source.closing(open); ++i)
        if (source.kind_is(i, Kind::identifier) && !contains(kTypeWords, source.spelling(i)))
            return std::string(source.spelling(i));
    return "?";
}

std::string name_of_parameter(const SourceText& source, Range parameter)
{
    int name = kNone, words = 0;
    for (int i = parameter.first; i <= parameter.last && !source.is(i, "=") && !source.is(i, "["); ++i) {
        if (source.is(i, "(") && (source.is(i + 1, "*") || source.is(i + 1, "&")))
            return name_in_parentheses(source, i);
        const bool is_word = source.kind_is(i, Kind::identifier) && !source.is(i - 1, "::");
        words += source.kind_is(i, Kind::identifier) && !source.is(i, "const") && !source.is(i, "volatile");
        name = is_word && !contains(kTypeWords, source.spelling(i)) ? i : kNone;
        const int end = end_of_part(source, i);
        if (end == kNone)
            return "?";
        i = end;
    }
    // A single word is the type.
    if (name == kNone || words < 2)
        return "?";
    const bool is_pack = source.is(name - 1, ".");
    return std::string(source.spelling(name)) + (is_pack ? "..." : "");
}

bool ends_declaration(const SourceText& source, int i)
{
    return source.is(i, ";") || source.is(i, "{") || source.is(i, "}") || source.kind_is(i, Kind::directive);
}

// The arrays that are declared with the marker, each with a space in front of it.
std::string arrays_of(const SourceText& source, int marker)
{
    bool dynamic = false;
    for (int i = marker - 1; i >= 0 && !ends_declaration(source, i); --i)
        dynamic |= source.is(i, "extern");
    std::string words;
    for (int i = marker + 1; i < source.size() && !ends_declaration(source, i); ++i) {
        dynamic |= source.is(i, "extern");
        if (source.kind_is(i, Kind::identifier) &&
            (source.is(i + 1, "[") || source.is(i + 1, ";") || source.is(i + 1, ",")))
            words += " " + std::string(source.spelling(i)) + (dynamic ? "[]:" : ":") +
                     std::to_string(source[i].line);
        const int end = end_of_part(source, i);
        if (end == kNone)
            break;
        i = end;
    }
    return words;
}

bool is_in_function(const std::vector<Range>& functions, int i)
{
    for (const Range function : functions)
        if (i >= function.first && i <= function.last)
            return true;
    return false;
}

bool is_named_between(const SourceText& source, int open, int close, std::string_view name)
{
    for (int i = open; i <= close; ++i)
        if (source.is(i, name) && !source.is(i - 1, ".") && !source.is(i - 1, "->"))
            return true;
    return false;
}

}  // namespace

std::string kernel_words(const SourceText& source, int first, int open, int close)
{
    std::string words;
    const int begin = parameter_list_of(source, first, open);
    if (begin != kNone)
        for (const Range parameter : split_parameters(source, begin, source.closing(begin)))
            if (parameter.first <= parameter.last &&
                !(words.empty() && source.joined(parameter.first, parameter.last) == "void"))
                words += (words.empty() ? "" : " ") + name_of_parameter(source, parameter);
    words += ';';
    std::string arrays;
    const std::vector<Range> functions = device_functions(source);
    for (const int i : source.places_of({kShared})) {
        if (i >= close)
            break;
        const bool own = i > open;
        if (!own && is_in_function(functions, i))
            continue;
        // Outside of functions: if the kernel uses it.
        const std::string found = arrays_of(source, i);
        const std::size_t end = found.find_first_of("[:");
        if (own ||
            (end != std::string::npos && is_named_between(source, open, close, found.substr(1, end - 1))))
            arrays += found;
    }
    return words + (arrays.empty() ? "" : arrays.substr(1));
}

}  // namespace rewriter
