#include "conversions.h"

#include "arithmetic_aarch64.h"
#include "assembly_text.h"
#include "conversion_dump.h"
#include "machine.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace rewriter {
namespace {

// cvttss2sil 8(%rsp), %eax
struct Instruction {
    std::string_view source, target;
    bool wide;

    static std::optional<Instruction> parse(std::string_view line)
    {
        const auto words = split(line, " \t");
        if (words.size() < 2)
            return {};
        std::string_view name = words[0];
        if (name.substr(0, 1) == "v")
            name.remove_prefix(1);
        if (name.substr(0, 8) != "cvttss2s" && name.substr(0, 8) != "cvttsd2s")
            return {};
        const std::size_t comma = line.rfind(',');
        if (comma == std::string_view::npos)
            return {};
        const std::size_t begin = line.find_first_not_of(" \t", line.find(words[0]) + words[0].size());
        Instruction found{line.substr(begin, comma - begin), split(line.substr(comma + 1), " \t")[0], false};
        found.wide = found.full_target() == found.target;
        return found;
    }

    bool is_double(std::string_view line) const { return line.find("cvttsd") != std::string_view::npos; }
    // %fs:x@tpoff, a thread-local variable, is memory.
    bool source_is_register() const { return source.substr(0, 4) == "%xmm"; }

    // The 64-bit name of the target's register.
    std::string full_target() const
    {
        const std::string name(target.substr(1));
        if (name[0] == 'e')
            return "%r" + name.substr(1);
        if (name.back() == 'd' && name[1] >= '0' && name[1] <= '9')
            return "%" + name.substr(0, name.size() - 1);
        return "%" + name;
    }
    bool overwrites_its_address() const
    {
        return !source_is_register() && source.find(full_target()) != std::string_view::npos;
    }
};

// Whether an instruction after this line may use the processor's flags as they are before it. They do not live
// across labels and jumps.
bool flags_are_used(const std::vector<std::string_view>& lines, std::size_t line)
{
    constexpr std::array<std::string_view, 6> kReaders = {"set", "cmov", "adc", "sbb", "rcl", "rcr"};
    constexpr std::array<std::string_view, 10> kKeepers = {"mov",  "lea",   "push", "pop", "cvt",
                                                           "pxor", "xorps", "nop",  "not", "unpck"};
    const auto begins_with = [](std::string_view word) {
        return [word](std::string_view begin) { return word.substr(0, begin.size()) == begin; };
    };
    for (++line; line < lines.size(); ++line) {
        const auto words = split(lines[line], " \t");
        if (words.empty() || words[0][0] == '.' || words[0][0] == '#')
            continue;
        const std::string_view word = words[0];
        if (word.back() == ':' || word.substr(0, 3) == "jmp" || word == "ret" || word == "call")
            return false;
        if (word[0] == 'j' || std::any_of(kReaders.begin(), kReaders.end(), begins_with(word)))
            return true;
        if (word.substr(0, 4) == "movs" ||
            std::none_of(kKeepers.begin(), kKeepers.end(), begins_with(word))) {
            const bool is_sse = word.size() > 2 && (word.substr(word.size() - 2) == "ss" ||
                                                    word.substr(word.size() - 2) == "sd");
            if (!is_sse || word.find("comis") != std::string_view::npos)
                return false;
        }
    }
    return false;
}

class ConversionWriter {
public:
    explicit ConversionWriter(ConvertingFunctions functions) : functions_(std::move(functions)) {}

    CheckedConversions write(std::string_view assembly)
    {
        for_each_line(assembly, [&](std::string_view line) { lines_.push_back(line); });
        text_.reserve(assembly.size());
        bool merged = false;
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            const std::string_view line = lines_[i];
            if (line.find("cvtts") == std::string_view::npos || !write_conversion(i)) {
                text_ += line;
                text_ += '\n';
            }
            if (line.empty())
                continue;
            if (line[0] != '\t' && line[0] != '.' && line.back() == ':') {
                const auto found = functions_.find(line.substr(0, line.size() - 1));
                function_ = found == functions_.end() ? nullptr : &found->second;
                count_[0] = count_[1] = 0;
                used_.clear();
            } else if (line.substr(0, 6) == "\t.loc\t" || line.substr(0, 6) == "\t.loc ") {
                const auto words = split(line, " \t");
                place_ = words.size() > 3 ? CodePlace{number(words[2]), number(words[3])} : CodePlace{};
            } else if (line.substr(0, 6) == "\t.size" && function_) {
                for (const bool wide : {false, true})
                    merged |=
                        count_[wide] < function_->instructions(wide) && function_->kinds(wide).size() > 1;
                function_ = nullptr;
            }
        }
        return {std::move(text_), merged};
    }

private:
    // The result that the next instruction of this kind, at the current place, is to have.
    Result result_of(bool wide)
    {
        const Result other = wide ? Result::int64 : Result::int32;
        if (!function_)
            return other;
        ++count_[wide];
        std::vector<Result> here;
        if (const auto found = function_->at.find(place_); found != function_->at.end())
            for (const Result result : found->second)
                if (is_wide(result) == wide)
                    here.insert(here.end(), result == Result::uint64 ? 2 : 1, result);
        if (!here.empty())
            return here[std::min(used_[{place_, wide}]++, here.size() - 1)];
        const std::set<Result> all = function_->kinds(wide);
        return all.size() == 1 ? *all.begin() : other;
    }

    bool write_conversion(std::size_t i)
    {
        const auto instruction = Instruction::parse(lines_[i]);
        if (!instruction)
            return false;
        const Result result = result_of(instruction->wide);
        const std::string full = instruction->full_target(), target(instruction->target);
        const std::string label = ".Lemu_converted" + std::to_string(++labels_);
        const auto add = [&](const std::string& line) { text_ += "\t" + line + "\n"; };
        const auto push_source = [&] {
            if (instruction->source_is_register()) {
                add("leaq\t-8(%rsp), %rsp");
                add("movq\t" + std::string(instruction->source) + ", (%rsp)");
            } else {
                add("pushq\t" + std::string(instruction->source));
            }
        };
        const auto convert = [&] {
            add("pushq\t$" + std::to_string(int(result) * 2 + instruction->is_double(lines_[i])));
            add("call\temu_convert@PLT");
            add("popq\t" + full);
        };
        if (flags_are_used(lines_, i) || instruction->overwrites_its_address()) {
            push_source();
            convert();
            return true;
        }
        text_ += lines_[i];
        text_ += '\n';
        switch (result) {
            case Result::int32:
            case Result::int64:  // only the lowest number less 1 overflows
                add("cmp\t$1, " + target);
                add("jno\t" + label);
                break;
            case Result::low_unsigned:
            case Result::uint64:
                add("test\t" + target + ", " + target);
                add("jns\t" + label);
                break;
            case Result::uint32:
                add("pushq\t" + full);
                add("cmpl\t$0, 4(%rsp)");
                add("leaq\t8(%rsp), %rsp");
                add("je\t" + label);
                break;
        }
        push_source();
        convert();
        text_ += label + ":\n";
        return true;
    }

    ConvertingFunctions functions_;
    ConvertingFunction* function_ = nullptr;
    CodePlace place_;
    int count_[2] = {};                                       // the function's instructions so far
    std::map<std::pair<CodePlace, bool>, std::size_t> used_;  // of those at one place
    std::vector<std::string_view> lines_;
    std::string text_;
    int labels_ = 0;
};

}  // namespace

CheckedConversions check_conversions(std::string_view assembly, std::string_view compiled,
                                     const std::string& source)
{
    if (is_for_arm(assembly))
        return {check_arm_arithmetic(assembly), false};
    if (compiled.empty() || assembly.find("cvtts") == std::string_view::npos)
        return {std::string(assembly), false};
    return ConversionWriter(read_conversions(compiled, source)).write(assembly);
}

}  // namespace rewriter
