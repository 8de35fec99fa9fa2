// The names of the program's functions, and where they are called, as far as tokens alone show it.
#pragma once
#include "source_text.h"

#include <map>
#include <string_view>
#include <vector>

namespace rewriter {

// The functions that the program's own files define outside classes without __device__: their names and
// positions.
std::map<std::string_view, int> host_functions(const SourceText& source);

// A function that is declared with __device__ or __global__.
struct MarkedName {
    int name;
    bool is_kernel;
};
std::vector<MarkedName> marked_functions(const SourceText& source);

// Whether the name at i, if it is that of a function, is called there.
bool is_call(const SourceText& source, int i);
// Words before a name that do not make it a declaration, as in `return f(x)`.
bool comes_before_expressions(std::string_view word);

}  // namespace rewriter
