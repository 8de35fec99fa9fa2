#include "shared_memory.h"

#include "device_code.h"

#include <string>
#include <vector>

namespace rewriter {
namespace {

constexpr const char* kMarker = "__emu_shared__";
constexpr const char* kStaticStorage = "static thread_local __attribute__((used))";
// Loads of tensor cores need arrays at multiples of 16 bytes, where GPUs place them.
constexpr const char* kStaticArray = "static thread_local __attribute__((used, aligned(16)))";

struct Declaration {
    int first, end;  // first token; the ; [ ( { or = that ends the words in front of the declarator
};

bool ends_statement(const SourceText& source, int i)
{
    return source.is(i, ";") || source.is(i, "{") || source.is(i, "}") || source.kind_is(i, Kind::directive);
}

Declaration declaration_around(const SourceText& source, int marker)
{
    Declaration declaration{marker, marker};
    while (declaration.first > 0 && !ends_statement(source, declaration.first - 1))
        --declaration.first;
    while (declaration.end < source.size() && !ends_statement(source, declaration.end))
        ++declaration.end;
    return declaration;
}

int find(const SourceText& source, Declaration in, std::string_view word)
{
    for (int i = in.first; i < in.end; ++i)
        if (source.is(i, word))
            return i;
    return kNone;
}

// Whether alignas(...) or __attribute__((...)) begins at `i`.
bool is_attribute(const SourceText& source, int i)
{
    return (source.is(i, "alignas") || source.is(i, "__attribute__")) && source.is(i + 1, "(");
}

int end_of_attribute(const SourceText& source, int i)
{
    const int close = source.closing(i + 1);
    if (close == kNone)
        throw source.error(i, "this attribute has no end");
    return close;
}

// Whether the { at `brace` belongs to a namespace or to extern "C".
bool opens_namespace(const SourceText& source, int brace)
{
    int i = brace - 1;
    while (source.is(i, "::") || (source.kind_is(i, Kind::identifier) && !source.is(i, "namespace")))
        --i;
    return source.is(i, "namespace") ||
           (source.kind_is(brace - 1, Kind::quoted) && source.is(brace - 2, "extern"));
}

// Whether every open brace before `i` does.
bool at_namespace_scope(const SourceText& source, int i)
{
    while (--i >= 0)
        if (source.is(i, "}"))
            i = source.opening(i);
        else if (source.is(i, "{") && !opens_namespace(source, i))
            return false;
    return true;
}

struct Declarator {
    int name, bracket;  // the identifier, and the first [
};

Declarator dynamic_declarator(const SourceText& source, int marker, Declaration declaration)
{
    int name = declaration.end - 1;
    int bracket = kNone;
    while (source.is(name, "]")) {
        bracket = source.opening(name);
        name = bracket - 1;
    }
    if (!source.is(declaration.end, ";") || !source.is(bracket + 1, "]") ||
        !source.kind_is(name, Kind::identifier) || source.is(name - 1, ","))
        throw source.error(marker, "dynamic shared memory is declared as extern __shared__ T name[];");
    return {name, bracket};
}

bool is_used(const SourceText& source, Range body, std::string_view name)
{
    for (int i = body.first; i <= body.last; ++i)
        if (source.is(i, name) && !source.is(i - 1, ".") && !source.is(i - 1, "->"))
            return true;
    return false;
}

// Whether the function declares the name itself, as a parameter or as its own dynamic shared memory.
bool is_hidden(const SourceText& source, Range function, int open, std::string_view name)
{
    for (int i = function.first; i < open; ++i)
        if (source.is(i, name))
            return true;
    for (int i = open; i <= function.last; ++i)
        if (source.is(i, kMarker) && is_used(source, {i, declaration_around(source, i).end}, name))
            return true;
    return false;
}

// At namespace scope there is no current block: the declaration is copied into each function that uses the
// variable.
void move_dynamic_into_functions(const SourceText& source, int marker, Declaration declaration, Edits& edits)
{
    const auto [name, bracket] = dynamic_declarator(source, marker, declaration);
    std::string words;
    for (int i = declaration.first; i < name; ++i) {
        if (is_attribute(source, i))
            i = end_of_attribute(source, i);
        else if (!source.is(i, "extern") && i != marker)
            words += std::string(source.spelling(i)) + " ";
    }
    const bool rows = source.is(bracket + 2, "[");
    const std::string spelled(source.spelling(name));
    const std::string moved = " __attribute__((unused)) " + words + (rows ? "(*" : "*") + spelled +
                              (rows ? ")" + source.joined(bracket + 2, declaration.end - 1) : "") +
                              " = (decltype(" + spelled + "))::emu::dynamic_shared();";
    int end_of_last = declaration.end;
    for (const FunctionBody& function : function_bodies(source)) {
        if (function.open < end_of_last || !is_used(source, {function.open, function.close}, spelled) ||
            is_hidden(source, {function.first, function.close}, function.open, spelled))
            continue;
        edits.insert_after(function.open, moved);
        end_of_last = function.close;  // lambdas in it see its declarations
    }
    edits.remove(declaration.first, declaration.end - 1);
}

// extern __shared__ T x[];      ->  T *x = (decltype(x))::emu::dynamic_shared();
// extern __shared__ T x[][32];  ->  T (*x)[32] = (decltype(x))::emu::dynamic_shared();
void rewrite_dynamic(const SourceText& source, int marker, Declaration declaration, Edits& edits)
{
    const auto [name, bracket] = dynamic_declarator(source, marker, declaration);

    const int word = find(source, declaration, "extern");
    edits.replace(word, word, "__attribute__((unused))");
    edits.remove(marker, marker);
    for (int i = declaration.first; i < name; ++i) {
        if (is_attribute(source, i)) {
            const int last = end_of_attribute(source, i);
            edits.remove(i, last);
            i = last;
        }
    }
    const bool rows = source.is(bracket + 2, "[");
    edits.insert_before(name, rows ? "(*" : "*");
    edits.insert_after(name, rows ? ")" : "");
    edits.remove(bracket, bracket + 1);
    edits.insert_before(declaration.end,
                        " = (decltype(" + std::string(source.spelling(name)) + "))::emu::dynamic_shared()");
}

bool is_parameter(const SourceText& source, int marker, Declaration declaration)
{
    int open = 0;
    for (int i = declaration.first; i < marker; ++i)
        open += source.is(i, "(") - source.is(i, ")");
    return open > 0;
}

bool is_class(const SourceText& source, Declaration declaration)
{
    for (const char* word : {"struct", "class", "union", "enum"})
        if (find(source, declaration, word) != kNone)
            return true;
    return false;
}

void refuse_initialiser(const SourceText& source, Declaration declaration)
{
    if (is_class(source, declaration) && source.is(declaration.end, "{"))
        return;  // the class itself
    int initialiser =
        source.is(declaration.end, "{") && !source.is(declaration.end + 1, "}") ? declaration.end : kNone;
    for (int i = declaration.first; i < declaration.end; ++i) {
        if (source.is(i, "(") || source.is(i, "["))
            i = source.closing(i);
        if (i == kNone)
            return;
        if (source.is(i, "="))
            initialiser = i;
    }
    // __shared__ T x[n] without its ;, then x[i] = 1;
    for (int i = declaration.first + 1; i < initialiser; ++i)
        if (source.kind_is(i, Kind::identifier) &&
            (source.is(i - 1, "]") ||
             (source.kind_is(i - 1, Kind::identifier) && source.is(i - 1, source.spelling(i)))))
            throw source.error(i - 1, "a ; is missing at the end of this __shared__ variable's declaration");
    if (initialiser != kNone)
        throw source.error(initialiser,
                           "a __shared__ variable cannot have an initialiser: all threads share it. "
                           "Let one thread store the value, then call __syncthreads()");
}

void rewrite_static(const SourceText& source, int marker, Declaration declaration, Edits& edits)
{
    refuse_initialiser(source, declaration);
    const int word = find(source, declaration, "static");
    if (word != kNone)
        edits.remove(word, word);
    edits.remove(marker, marker);
    int first = marker + 1;
    while (is_attribute(source, first))  // alignas must come first in a declaration
        first = end_of_attribute(source, first) + 1;
    const bool is_array = find(source, declaration, "[") != kNone;
    edits.insert_before(first, std::string(is_array ? kStaticArray : kStaticStorage) + " ");
}

}  // namespace

void rewrite_shared_memory(const SourceText& source, Edits& edits)
{
    for (const int i : source.places_of({kMarker})) {
        const Declaration declaration = declaration_around(source, i);
        if (declaration.end == source.size())
            throw source.error(i, "this declaration has no end");
        if (is_parameter(source, i, declaration))
            edits.remove(i, i);  // nvcc warns that it means nothing
        else if (find(source, declaration, "extern") == kNone)
            rewrite_static(source, i, declaration, edits);
        else if (at_namespace_scope(source, i))
            move_dynamic_into_functions(source, i, declaration, edits);
        else
            rewrite_dynamic(source, i, declaration, edits);
    }
}

}  // namespace rewriter
