#include "struct_calls.h"

#include "argument_list.h"
#include "device_code.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace rewriter {
namespace {

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool says_nothing_of_type(std::string_view word)
{
    return is_one_of(word, {"const", "volatile", "static", "inline", "extern", "constexpr", "virtual",
                            "explicit", "friend", "typename", "register", "struct", "class", "enum",
                            "__inline__", "__restrict__", "__restrict", "__inline", "noexcept"});
}

// Scalars, and CUDA's vector types, whose copies are functions of their own (vectors.h).
bool is_simple_type(std::string_view word)
{
    if (is_one_of(word, {"void",     "bool",    "char",      "short",    "int",      "long",
                         "float",    "double",  "signed",    "unsigned", "size_t",   "ptrdiff_t",
                         "clock_t",  "uint",    "uchar",     "ushort",   "ulong",    "int8_t",
                         "int16_t",  "int32_t", "int64_t",   "uint8_t",  "uint16_t", "uint32_t",
                         "uint64_t", "wchar_t", "uintptr_t", "intptr_t", "__int128", "dim3"}))
        return true;
    if (word.empty() || word.back() < '1' || word.back() > '4')
        return false;
    word.remove_suffix(1);
    return is_one_of(word, {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "longlong",
                            "ulonglong", "float", "double"});
}

// Whether the tokens first to last, a type and perhaps a name, may be a struct by value.
bool may_be_struct(const SourceText& source, int first, int last, bool has_name)
{
    int others = 0, depth = 0;
    bool is_simple = false;
    for (int i = first; i <= last; ++i) {
        const std::string_view word = source.spelling(i);
        if (word == "__attribute__" && source.is(i + 1, "(") && source.closing(i + 1) != kNone) {
            i = source.closing(i + 1);
        } else if (word == "<") {
            ++depth;
        } else if (word == ">" || word == ">>") {
            depth -= int(word.size());
        } else if (depth > 0) {
            continue;
        } else if (word == "=") {
            break;
        } else if (is_one_of(word, {"*", "&", "&&", "[", "("})) {
            return false;  // a pointer, a reference or an array; a function
        } else if (source.kind_is(i, Kind::identifier) && !says_nothing_of_type(word)) {
            is_simple |= is_simple_type(word);
            others += !is_simple_type(word);
        }
    }
    return others > (is_simple && has_name ? 1 : 0);
}

// What a device function's declaration says of it.
struct Signature {
    std::string_view name;  // "operator" of all operators
    int mark = kNone, open = kNone, close = kNone;
    bool passes_structs = false, can_be_inlined = true;
};

// The ( of the parameters of the function marked at `mark`; kNone if there is none.
int parameters_of(const SourceText& source, int mark, int open)
{
    for (int i = mark; i < open; ++i) {
        if (source.is(i, "operator")) {
            int at = i + 1;
            if (source.is(at, "(") && source.is(at + 1, ")"))
                at += 2;
            while (at < open && !source.is(at, "("))
                ++at;
            return at < open ? at : kNone;
        }
        if (!source.is(i, "("))
            continue;
        if (source.kind_is(i - 1, Kind::identifier) && !source.is(i - 1, "__attribute__") &&
            !source.is(i - 1, "__emu_launch_bounds__"))
            return i;
        i = source.closing(i);
        if (i == kNone)
            return kNone;
    }
    return kNone;
}

int begin_of_declaration(const SourceText& source, int mark)
{
    int begin = mark;
    while (begin > 0 && !is_one_of(source.spelling(begin - 1), {";", "{", "}", ">", ":"}) &&
           !source.kind_is(begin - 1, Kind::directive))
        --begin;
    return begin;
}

Signature signature_of(const SourceText& source, const FunctionBody& body)
{
    Signature found;
    found.mark = body.first;
    found.open = body.open;
    found.close = body.close;
    const int parameters = parameters_of(source, body.first, body.open);
    const int end = parameters == kNone ? kNone : source.closing(parameters);
    // A lambda has its [ ] before the mark.
    if (end == kNone || is_kernel_mark(source, body.first) || source.is(body.first - 1, "]"))
        return found;
    int name = parameters - 1;
    for (int i = body.first; i < parameters; ++i)
        if (source.is(i, "operator"))
            name = i;
    found.name = source.spelling(name);
    const int begin = begin_of_declaration(source, body.first);
    for (int i = begin; i < body.open; ++i)
        if (is_one_of(source.spelling(i), {"__noinline__", "noinline", "noipa"}))
            found.can_be_inlined = false;
    // A constructor has no type; that of a conversion follows `operator`. The class of Class::member is no type either.
    int type_end = name - 1;
    while (source.is(type_end, "::") && source.kind_is(type_end - 1, Kind::identifier))
        type_end -= 2;
    found.passes_structs = may_be_struct(source, begin, type_end, false) ||
                           (found.name == "operator" && source.kind_is(name + 1, Kind::identifier) &&
                            may_be_struct(source, name + 1, parameters - 1, false));
    for (const Range& parameter : split_arguments(source, parameters, end))
        found.passes_structs |= may_be_struct(source, parameter.first, parameter.last, true);
    return found;
}

// The functions that call themselves, perhaps by way of others.
std::set<std::string_view> recursive_functions(const SourceText& source,
                                               const std::vector<Signature>& functions)
{
    std::map<std::string_view, std::set<std::string_view>> calls;
    for (const Signature& function : functions)
        calls[function.name];
    for (const Signature& function : functions)
        for (int i = function.open; i < function.close; ++i)
            if (source.kind_is(i, Kind::identifier))
                if (const auto called = calls.find(source.spelling(i)); called != calls.end())
                    calls[function.name].insert(called->first);
    std::set<std::string_view> recursive;
    for (const auto& [name, direct] : calls) {
        std::set<std::string_view> reached = direct;
        std::vector<std::string_view> rest(direct.begin(), direct.end());
        while (!rest.empty()) {
            const std::string_view next = rest.back();
            rest.pop_back();
            for (const std::string_view called : calls[next])
                if (reached.insert(called).second)
                    rest.push_back(called);
        }
        if (reached.count(name))
            recursive.insert(name);
    }
    return recursive;
}

}  // namespace

void inline_struct_calls(const SourceText& source, Edits& edits)
{
    std::vector<Signature> functions;
    for (const FunctionBody& body : function_bodies(source))
        if (!source.is_of_library(body.first))
            if (const Signature found = signature_of(source, body); !found.name.empty())
                functions.push_back(found);
    const std::set<std::string_view> recursive = recursive_functions(source, functions);
    for (const Signature& function : functions)
        if (function.passes_structs && function.can_be_inlined &&
            (function.name == "operator" || !recursive.count(function.name)))
            edits.insert_before(function.mark, "__attribute__((always_inline)) ");
}

}  // namespace rewriter
