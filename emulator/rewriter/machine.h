// The assembly language of a processor, as far as control flow and calls go.
#pragma once
#include <string>
#include <string_view>

namespace rewriter {

class Machine {
public:
    virtual ~Machine() = default;

    // The line without its comment, and without prefixes of the instruction.
    virtual std::string_view code_of(std::string_view line) const = 0;
    // word: of an instruction. A jump names its target: the last of the operands.
    virtual bool is_jump(std::string_view word) const = 0;
    // The code after it is not reached from it.
    virtual bool is_end(std::string_view word) const = 0;
    // The function in a call; else empty.
    virtual std::string_view called(std::string_view line) const = 0;
    virtual std::string call_of(std::string_view function) const = 0;
};

bool is_for_arm(std::string_view assembly);
const Machine& machine_of(std::string_view assembly);

}  // namespace rewriter
