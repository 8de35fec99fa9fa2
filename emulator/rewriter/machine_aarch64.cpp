#include "machine_aarch64.h"

#include "words.h"

#include <array>

namespace rewriter {
namespace {

class Arm final : public Machine {
public:
    std::string_view code_of(std::string_view line) const override { return line.substr(0, line.find("//")); }
    bool is_jump(std::string_view word) const override
    {
        constexpr std::array<std::string_view, 18> kConditions{"eq", "ne", "cs", "hs", "cc", "lo",
                                                               "mi", "pl", "vs", "vc", "hi", "ls",
                                                               "ge", "lt", "gt", "le", "al", "nv"};
        if (word.substr(0, 1) != "b")
            return word == "cbz" || word == "cbnz" || word == "tbz" || word == "tbnz";
        word.remove_prefix(1);
        if (word.substr(0, 1) == ".")
            word.remove_prefix(1);
        return word.empty() || contains(kConditions, word);
    }
    bool is_end(std::string_view word) const override
    {
        return word == "b" || word == "br" || word.substr(0, 3) == "ret" || word == "brk" || word == "udf";
    }
    std::string_view called(std::string_view line) const override
    {
        constexpr std::string_view kCall = "\tbl\t";
        return line.substr(0, kCall.size()) == kCall ? line.substr(kCall.size()) : "";
    }
    std::string call_of(std::string_view function) const override { return "\tbl\t" + std::string(function); }
};

}  // namespace

const Machine& aarch64()
{
    static const Arm machine;
    return machine;
}

}  // namespace rewriter
