#include "machine_x86_64.h"

namespace rewriter {
namespace {

class X86 final : public Machine {
public:
    std::string_view code_of(std::string_view line) const override
    {
        line = line.substr(0, line.find('#'));
        for (;;) {
            const std::size_t begin = line.find_first_not_of(" \t");
            if (begin == std::string_view::npos)
                return {};
            line.remove_prefix(begin);
            const std::size_t end = line.find_first_of(" \t");
            const std::string_view word = line.substr(0, end);
            if (word != "notrack" && word != "rep" && word != "bnd")
                return line;
            line.remove_prefix(word.size());
        }
    }
    bool is_jump(std::string_view word) const override { return word.substr(0, 1) == "j"; }
    bool is_end(std::string_view word) const override
    {
        return word.substr(0, 3) == "jmp" || word.substr(0, 3) == "ret" || word == "ud2";
    }
    std::string_view called(std::string_view line) const override
    {
        for (const std::string_view call : {"\tcall\t", "\tcallq\t"})
            if (line.substr(0, call.size()) == call) {
                const std::string_view function = line.substr(call.size());
                return function.substr(0, function.find('@'));
            }
        return {};
    }
    std::string call_of(std::string_view function) const override
    {
        return "\tcall\t" + std::string(function);
    }
};

}  // namespace

const Machine& x86_64()
{
    static const X86 machine;
    return machine;
}

}  // namespace rewriter
