#include "arithmetic_aarch64.h"

#include "assembly_text.h"

#include <vector>

namespace rewriter {
namespace {

// fcvtzs x0, d1; with a third operand, the result is scaled.
bool is_conversion(std::string_view word)
{
    return word.size() == 6 && word.substr(0, 4) == "fcvt" &&
           std::string_view("zmnpa").find(word[4]) != std::string_view::npos &&
           (word[5] == 's' || word[5] == 'u');
}

class ArithmeticWriter {
public:
    std::string write(std::string_view assembly)
    {
        text_.reserve(assembly.size());
        for_each_line(assembly, [&](std::string_view line) { write_line(line); });
        return std::move(text_);
    }

private:
    void add(std::string_view line)
    {
        text_ += line;
        text_ += '\n';
    }
    void add_instruction(const std::string& line) { add("\t" + line); }

    void write_line(std::string_view line)
    {
        const bool may_be = line.size() > 6 && (line.substr(1, 4) == "fcvt" || line.substr(1, 4) == "sdiv" ||
                                                line.substr(1, 4) == "udiv");
        const auto words =
            may_be ? split(line.substr(0, line.find("//")), " \t,") : std::vector<std::string_view>();
        if (words.size() >= 3 && is_conversion(words[0]) && differs(words[1], words[2]))
            write_conversion(line, words[1], words[2]);
        else if (words.size() == 4 && (words[0] == "sdiv" || words[0] == "udiv"))
            write_division(line, words[3]);
        else
            add(line);
    }

    // s registers are of float or of 32-bit integers, d registers of double or of 64 bits.
    static bool differs(std::string_view target, std::string_view source)
    {
        return (source[0] == 'd' || source[0] == 's') &&
               (target[0] == 'x' || target[0] == 'd' || source[0] == 'd');
    }

    // Keeps all registers and the processor's flags, as the conversion itself does.
    void write_conversion(std::string_view line, std::string_view target, std::string_view source)
    {
        const std::string number(target.substr(1)), from(source);
        const bool is_general = target[0] == 'x' || target[0] == 'w';
        const std::string flags = is_general && number == "0" ? "x1" : "x0";
        const std::string label = ".Lemu_converted" + std::to_string(++labels_);
        add_instruction("stp\t" + flags + ", x30, [sp, -32]!");
        add_instruction("mrs\t" + flags + ", nzcv");
        add_instruction("fcmp\t" + from + ", " + from);
        add(line);
        add_instruction("b.vc\t" + label);
        add_instruction("bl\temu_not_a_number");
        add_instruction("ldr\t" + std::string(target) + ", [sp, " + (target[0] == 'w' ? "20" : "16") + "]");
        add(label + ":");
        add_instruction("msr\tnzcv, " + flags);
        add_instruction(is_general && number == "30" ? "ldr\t" + flags + ", [sp], 32"
                                                     : "ldp\t" + flags + ", x30, [sp], 32");
    }

    void write_division(std::string_view line, std::string_view divisor)
    {
        const std::string label = ".Lemu_divided" + std::to_string(++labels_);
        add_instruction("cbnz\t" + std::string(divisor) + ", " + label);
        add_instruction("brk\t#0xd10");
        add(label + ":");
        add(line);
    }

    std::string text_;
    int labels_ = 0;
};

}  // namespace

std::string check_arm_arithmetic(std::string_view assembly)
{
    return ArithmeticWriter().write(assembly);
}

}  // namespace rewriter
