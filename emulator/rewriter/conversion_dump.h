// The conversions of floating point numbers to integers that the compiler says it has made.
#pragma once
#include "conversion_types.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace rewriter {

struct CodePlace {
    int line = 0, column = 0;
    auto operator<=>(const CodePlace&) const = default;
};

// The conversions of one function, in the order of the text.
struct ConvertingFunction {
    std::map<CodePlace, std::vector<Result>> at;

    // Of narrow or wide instructions.
    int instructions(bool wide) const
    {
        int count = 0;
        for (const auto& [place, results] : at)
            for (const Result result : results)
                count += is_wide(result) != wide ? 0 : result == Result::uint64 ? 2 : 1;
        return count;
    }
    std::set<Result> kinds(bool wide) const
    {
        std::set<Result> kinds;
        for (const auto& [place, results] : at)
            for (const Result result : results)
                if (is_wide(result) == wide)
                    kinds.insert(result);
        return kinds;
    }
};

using ConvertingFunctions = std::map<std::string, ConvertingFunction, std::less<>>;

// dump: of -fdump-tree-optimized-lineno. source: the rewritten text, for the names of types.
ConvertingFunctions read_conversions(std::string_view dump, const std::string& source);

}  // namespace rewriter
