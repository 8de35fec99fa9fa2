// What the program declares outside of functions, as far as tokens alone show it.
#pragma once
#include "source_text.h"

#include <map>
#include <set>
#include <string_view>
#include <vector>

namespace rewriter {

// A function, with a body or without. It is a member if its class is known.
struct Function {
    int begin, name;                         // the first token of the declaration, and its name
    int open = kNone, close = kNone;         // the braces of its body; kNone if it has none
    int of_class = kNone;                    // the name of the class in whose braces it is declared
    int space = kNone;                       // the { of the innermost namespace; kNone: the global one
    bool is_device = false, is_host = true;  // by its marks; without any mark it is the host's
    bool is_kernel = false;
    bool is_template = false, is_constexpr = false;
    bool is_defaulted = false;  // = default, = delete
};

// A variable outside of functions and classes.
struct GlobalVariable {
    int begin, name, end;
    bool is_device = false;  // __device__, __constant__, __managed__ or __shared__
    bool is_constant_memory = false;
    bool is_const = false, is_constexpr = false, is_array = false;
};

struct Program {
    std::vector<Function> functions;
    std::vector<GlobalVariable> variables;
};

// Of the program's own files. Operators and members that are defined outside of their class are left out.
Program read_program(const SourceText& source);

// Whether the name at i is declared there as a variable, a parameter or a member, or it looks like that.
bool is_declared_at(const SourceText& source, int i);
// How often these names are declared so in the program's own files.
std::map<std::string_view, int> count_declarations(const SourceText& source,
                                                   const std::set<std::string_view>& names);

}  // namespace rewriter
