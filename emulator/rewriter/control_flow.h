// The basic blocks of an assembly text, and which of them can follow which.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rewriter {

struct CodeBlock {
    std::size_t line = 0;     // of its first instruction
    std::string_view group;   // the section group that its function belongs to; "" if none
    std::vector<int> before;  // its possible predecessors
    std::vector<int> after;
};

struct ControlFlow {
    std::vector<std::string_view> lines;
    std::vector<CodeBlock> blocks;  // in the order of the text
};

ControlFlow control_flow_of(std::string_view assembly);

}  // namespace rewriter
