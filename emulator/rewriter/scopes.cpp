#include "scopes.h"

#include "device_code.h"
#include "function_names.h"
#include "words.h"

#include <array>

namespace rewriter {
namespace {

class ProgramReader {
public:
    explicit ProgramReader(const SourceText& source) : source_(source) {}

    Program read()
    {
        read_scope(0, source_.size(), kNone, kNone);
        return std::move(program_);
    }

private:
    // The tokens first to end - 1 are those of a namespace or a class.
    void read_scope(int first, int end, int of_class, int space)
    {
        int begin = first;
        bool initialises = false;  // members, after the : of a constructor
        for (int i = first; i < end; ++i) {
            if (source_.kind_is(i, Kind::directive)) {
                begin = i + 1;
            } else if (source_.is(i, ";")) {
                declaration(begin, i, of_class, space);
                begin = i + 1;
                initialises = false;
            } else if (source_.is(i, ":") && is_access(i - 1)) {
                begin = i + 1;
            } else if (source_.is(i, ":") && source_.is(i - 1, ")")) {
                initialises = true;
            } else if (source_.is(i, "(") || source_.is(i, "[")) {
                i = source_.closing(i);
                if (i == kNone || i >= end)
                    return;
            } else if (source_.is(i, "{")) {
                const int close = source_.closing(i);
                if (close == kNone || close >= end)
                    return;
                const bool member = initialises && source_.kind_is(i - 1, Kind::identifier) &&
                                    (source_.is(close + 1, ",") || source_.is(close + 1, "{"));
                if (!member && block(begin, i, close, of_class, space)) {
                    begin = close + 1;
                    initialises = false;
                }
                i = close;
            }
        }
    }

    void read_part(int open, int close, int of_class, int space)
    {
        if (!source_.opens_part_of_library(open))
            read_scope(open + 1, close, of_class, space);
    }

    bool is_access(int i) const
    {
        return source_.is(i, "public") || source_.is(i, "private") || source_.is(i, "protected");
    }

    // Whether the { at `open` begins something that ends with its }, and not the initialiser of a variable.
    bool block(int begin, int open, int close, int of_class, int space)
    {
        const int first = after_template(begin);
        if (any_is(first, open, "namespace") || (source_.is(first, "extern") && first + 2 == open)) {
            read_part(open, close, kNone, source_.is(first, "extern") ? space : open);
            return true;
        }
        if (any_is(first, open, "=") && !any_is(first, open, "operator"))
            return false;
        const int name = function_name(first, open);
        if (name != kNone) {
            add_function(begin, name, open, close, of_class, space);
            return true;
        }
        for (const char* word : {"struct", "class", "union"})
            if (any_is(first, open, word)) {
                read_part(open, close, class_name(first, open), space);
                return false;  // variables may follow, and a ; does
            }
        return source_.is(open - 1, ")") || any_is(first, open, "operator");
    }

    void declaration(int begin, int end, int of_class, int space)
    {
        constexpr std::array<std::string_view, 9> kOthers{
            "using", "typedef", "friend", "static_assert", "namespace", "struct", "class", "union", "enum"};
        const int first = after_template(begin);
        if (first >= end || contains(kOthers, source_.spelling(first)))
            return;
        const int name = function_name(first, end);
        if (name != kNone) {
            add_function(begin, name, kNone, kNone, of_class, space);
        } else if (of_class == kNone && first == begin && !source_.is_of_library(begin)) {
            add_variable(begin, end);
        }
    }

    // After template <...>.
    int after_template(int i) const
    {
        while (source_.is(i, "template") && source_.is(i + 1, "<")) {
            int depth = 0;
            for (++i; i < source_.size(); ++i) {
                if (source_.is(i, "(") || source_.is(i, "{"))
                    i = source_.closing(i);
                if (i == kNone)
                    return source_.size();
                depth += source_.is(i, "<") - source_.is(i, ">");
                if (depth == 0)
                    break;
            }
            ++i;
        }
        return i;
    }

    // Not in brackets: there are default arguments, bounds and bodies.
    bool any_is(int begin, int end, std::string_view word) const
    {
        for (int i = begin; i < end; ++i) {
            if (source_.is(i, word))
                return true;
            if (source_.is(i, "(") || source_.is(i, "[") || source_.is(i, "{"))
                i = source_.closing(i);
            if (i == kNone)
                return false;
        }
        return false;
    }

    // The name before the first ( that is not an attribute's; kNone if there is none, or it is an operator's or that of
    // a member outside of its class.
    int function_name(int begin, int end) const
    {
        constexpr std::array<std::string_view, 8> kAttributes{
            "__attribute__", "alignas",  "decltype", "noexcept",
            "requires",      "explicit", "__asm__",  "__emu_launch_bounds__"};
        for (int i = begin; i < end; ++i) {
            if (source_.is(i, "=") || source_.is(i, "operator"))
                return kNone;
            if (source_.is(i, "[")) {
                i = source_.closing(i);
            } else if (source_.is(i, "(")) {
                if (!source_.kind_is(i - 1, Kind::identifier))
                    return kNone;
                if (!contains(kAttributes, source_.spelling(i - 1)))
                    return source_.is(i - 2, "::") || source_.is(i - 2, "~") ? kNone : i - 1;
                i = source_.closing(i);
            }
            if (i == kNone)
                return kNone;
        }
        return kNone;
    }

    // The name in `struct alignas(8) Name final : public Base {`.
    int class_name(int begin, int open) const
    {
        int name = kNone;
        for (int i = begin; i < open && !source_.is(i, ":") && !source_.is(i, "<"); ++i) {
            if (source_.is(i, "(") || source_.is(i, "["))
                i = source_.closing(i);
            if (i == kNone)
                return kNone;
            if (source_.kind_is(i, Kind::identifier) && !source_.is(i, "final") &&
                !source_.is(i, "alignas") && !source_.is(i, "__attribute__"))
                name = i;
        }
        return name == kNone || source_.is(name, "struct") || source_.is(name, "class") ||
                       source_.is(name, "union")
                   ? begin  // it has no name: this word is that of no variable
                   : name;
    }

    void add_function(int begin, int name, int open, int close, int of_class, int space)
    {
        if (source_.is_of_library(name))
            return;
        Function function{begin, name, open, close, of_class, space};
        bool host_mark = false;
        for (int i = begin; i < name; ++i) {
            function.is_device |= is_device_mark(source_, i);
            function.is_kernel |= is_kernel_mark(source_, i);
            host_mark |= is_host_mark(source_, i);
        }
        function.is_host = host_mark || !function.is_device;
        for (int i = open == kNone ? name : open; open == kNone && !source_.is(i, ";") && i < source_.size();
             ++i)
            function.is_defaulted |= source_.is(i, "default") || source_.is(i, "delete");
        function.is_template = source_.is(begin, "template");
        function.is_constexpr = any_is(begin, name, "constexpr") || any_is(begin, name, "consteval");
        program_.functions.push_back(function);
    }

    void add_variable(int begin, int end)
    {
        GlobalVariable variable{begin, kNone, end};
        for (int i = begin; i < end && variable.name == kNone; ++i) {
            if (is_device_mark(source_, i) || is_managed_mark(source_, i) || source_.is(i, "__emu_shared__"))
                variable.is_device = true;
            if (source_.is(i, "__attribute__") || source_.is(i, "alignas")) {
                const int close = source_.closing(i + 1);
                if (close == kNone)
                    return;
                for (int k = i; k < close; ++k)
                    if (source_.kind_is(k, Kind::quoted) && has(source_.spelling(k), "emu_constant_"))
                        variable.is_device = variable.is_constant_memory = true;
                i = close;
            } else if (source_.is(i, "const")) {
                variable.is_const = true;
            } else if (source_.is(i, "constexpr")) {
                variable.is_constexpr = true;
            } else if (source_.is(i, "=") || source_.is(i, "[") || source_.is(i, "{") || source_.is(i, ",")) {
                variable.name = i - 1;
            } else if (source_.is(i, "<") || source_.is(i, "::") || source_.is(i, "extern")) {
                return;  // a type of a library, or a variable of another file
            }
        }
        if (variable.name == kNone)
            variable.name = end - 1;
        variable.is_array = source_.is(variable.name + 1, "[");
        if (variable.name > begin && source_.kind_is(variable.name, Kind::identifier))
            program_.variables.push_back(variable);
    }

    const SourceText& source_;
    Program program_;
};

}  // namespace

Program read_program(const SourceText& source)
{
    return ProgramReader(source).read();
}

bool is_declared_at(const SourceText& source, int i)
{
    for (const char* after : {"(", "-", "+", "*", "/", "%", ".", "->", "<", ">", "?", "&", "|"})
        if (source.is(i + 1, after))
            return false;
    if (source.is(i + 1, "=") && source.is(i + 2, "="))
        return false;
    if (source.is(i - 1, ","))
        return source.is(i + 1, ";") || source.is(i + 1, "=");
    int type = i - 1;
    while (source.is(type, "*") || source.is(type, "&"))
        --type;
    if (source.is(type, ">")) {
        const int open = source.opening(type);
        return open != kNone && source.kind_is(open - 1, Kind::identifier);
    }
    if (!source.kind_is(type, Kind::identifier) || comes_before_expressions(source.spelling(type)))
        return false;
    if (type == i - 1)
        return !source.is(type, "operator") && !source.is(type, "typename") && !source.is(type, "goto");
    // T* name, and not x * name: the type begins a statement or a parameter.
    for (const char* before : {";", "{", "}", "(", ",", "const", "::", "unsigned", "static", ")", "<"})
        if (source.is(type - 1, before))
            return true;
    return false;
}

std::map<std::string_view, int> count_declarations(const SourceText& source,
                                                   const std::set<std::string_view>& names)
{
    std::map<std::string_view, int> declarations;
    for (const std::string_view name : names)
        for (const int i : source.places_of({name}))
            if (i > 0 && !source.is_of_library(i) && is_declared_at(source, i))
                ++declarations[name];
    return declarations;
}

}  // namespace rewriter
