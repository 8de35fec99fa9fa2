#include "conversions.h"

#include "source_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace rewriter {
namespace {

// What is to be made of a value that does not fit. The numbers are those of execution/conversions.cpp.
enum class Result {
    int32,         // of int, and its low bits of signed char and short
    low_unsigned,  // in 32 bits: the low bits of unsigned, of unsigned char and unsigned short
    uint32,
    int64,
    uint64,  // before g++ adds 2^63 to the result for large values, whose conversion it reduces by 2^63
};

bool is_wide(Result result)  // a 64-bit instruction
{
    return result >= Result::uint32;
}

std::vector<std::string_view> split(std::string_view text, std::string_view separators)
{
    std::vector<std::string_view> parts;
    for (std::size_t begin = text.find_first_not_of(separators); begin != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = text.find_first_not_of(separators, end);
    }
    return parts;
}

// Calls function(line) for each line.
template <class Function>
void for_each_line(std::string_view text, Function function)
{
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        function(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

// The names that the source gives to types: typedef, using and enum.
class TypeNames {
public:
    explicit TypeNames(const std::string& source) : source_(source) {}

    // The words of the type without such names.
    std::string meaning(std::string type)
    {
        if (!read_)
            read();
        constexpr int kMostSteps = 16;
        for (int i = 0; i < kMostSteps; ++i) {
            const auto found = names_.find(type);
            if (found == names_.end())
                break;
            type = found->second;
        }
        return type;
    }

private:
    void read()
    {
        read_ = true;
        const SourceText source(source_);
        for (int i = 0; i < source.size(); ++i) {
            if (source.is(i, "typedef")) {
                const int last = end_of_words(source, i + 1);
                if (last > i + 2 && source.is(last, ";"))
                    add(source, last - 1, i + 1, last - 1);
            } else if (source.is(i, "using") && source.is(i + 2, "=")) {
                add(source, i + 1, i + 3, end_of_words(source, i + 3));
            } else if (source.is(i, "enum")) {
                const bool is_class = source.is(i + 1, "class") || source.is(i + 1, "struct");
                const int name = i + (is_class ? 2 : 1);
                if (source.is(name + 1, ":"))
                    add(source, name, name + 2, end_of_words(source, name + 2));
                else if (source.is(name + 1, "{"))
                    names_.emplace(source.spelling(name), is_class ? "int" : "unsigned");
            }
        }
    }

    static int end_of_words(const SourceText& source, int i)
    {
        while (source.kind_is(i, Kind::identifier) || source.is(i, "::"))
            ++i;
        return i;
    }

    void add(const SourceText& source, int name, int first, int end)
    {
        std::string words;
        for (int i = first; i < end; ++i)
            if (!source.is(i, "::"))
                (words += words.empty() ? "" : " ") += source.spelling(i);
        if (words.rfind("std ", 0) == 0)
            words.erase(0, 4);
        if (words != source.spelling(name))
            names_.emplace(source.spelling(name), words);
    }

    const std::string& source_;
    std::map<std::string, std::string, std::less<>> names_;
    bool read_ = false;
};

// The result of a conversion to this type; nothing if it is no known integer type.
std::optional<Result> known_result(std::string_view type)
{
    static const std::map<std::string_view, Result> kOthers = {
        {"char8_t", Result::low_unsigned}, {"char16_t", Result::low_unsigned}, {"char32_t", Result::uint32},
        {"wchar_t", Result::int32},        {"sizetype", Result::uint64},       {"size_t", Result::uint64}};
    if (const auto found = kOthers.find(type); found != kOthers.end())
        return found->second;
    bool is_unsigned = false, is_small = false;
    int longs = 0;
    for (const std::string_view word : split(type, " ")) {
        if (word == "unsigned")
            is_unsigned = true;
        else if (word == "char" || word == "short")
            is_small = true;
        else if (word == "long")
            ++longs;
        else if (word != "int" && word != "signed" && word != "const" && word != "volatile")
            return {};
    }
    if (longs > 0)
        return is_unsigned ? Result::uint64 : Result::int64;
    if (!is_unsigned)
        return Result::int32;
    return is_small ? Result::low_unsigned : Result::uint32;
}

struct CodePlace {
    int line = 0, column = 0;
    auto operator<=>(const CodePlace&) const = default;
};

int number(std::string_view text)
{
    int n = 0;
    std::from_chars(text.data(), text.data() + text.size(), n);
    return n;
}

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

// Reads what the compiler wrote about each function:
//   ;; Function f (_Z1ff, funcdef_no=0, ...
//   int f (float x)
//   {
//     float _1;
//     <bb 2> :
//     [k.cu:2:10] _2 = (int) _1;
class DumpReader {
public:
    explicit DumpReader(TypeNames& names) : names_(names) {}

    ConvertingFunctions read(std::string_view dump)
    {
        for_each_line(dump, [&](std::string_view line) { read_line(line); });
        return std::move(functions_);
    }

private:
    void read_line(std::string_view line)
    {
        constexpr std::string_view kFunction = ";; Function ";
        if (line.substr(0, kFunction.size()) == kFunction) {
            const std::size_t end = line.rfind(", funcdef_no=");
            const std::size_t open = line.rfind(" (", end);
            function_ = open == std::string_view::npos
                            ? nullptr
                            : &functions_[std::string(line.substr(open + 2, end - open - 2))];
            integers_.clear();
            others_.clear();
            in_body_ = false;
        } else if (line.substr(0, 6) == "  <bb ") {
            in_body_ = true;
        } else if (function_ && !in_body_) {
            read_declarations(line);
        } else if (function_) {
            read_statement(line);
        }
    }

    void read_declarations(std::string_view line)
    {
        const std::size_t open = line.find(" (");
        if (line.substr(0, 2) != "  " && open != std::string_view::npos)  // the parameters
            for (const std::string_view parameter : split(line.substr(open + 2), ",)"))
                declare(parameter);
        else if (!line.empty() && line.back() == ';')
            declare(line.substr(0, line.size() - 1));
    }

    void declare(std::string_view declaration)
    {
        const std::size_t blank = declaration.rfind(' ');
        if (blank == std::string_view::npos || declaration.find('*') != std::string_view::npos)
            return;
        const std::string name(declaration.substr(blank + 1));
        (known_result(trimmed(declaration.substr(0, blank))) ? integers_ : others_).insert(name);
    }

    static std::string_view trimmed(std::string_view text)
    {
        const std::size_t first = text.find_first_not_of(' ');
        return first == std::string_view::npos ? text.substr(0, 0)
                                               : text.substr(first, text.find_last_not_of(' ') - first + 1);
    }

    // Variables of several inlined functions may have one name.
    bool may_be_float(std::string_view operand) const
    {
        if (others_.contains(operand))
            return true;
        if (operand.substr(0, 1) == "_")
            return false;
        const std::size_t version = operand.rfind('_');  // x_5(D) is a version of x
        return version != std::string_view::npos && others_.contains(operand.substr(0, version));
    }

    void read_statement(std::string_view line)
    {
        const std::size_t assigned = line.rfind(" = (");
        if (assigned == std::string_view::npos || line.back() != ';')
            return;
        const std::size_t close = line.find(") ", assigned);
        if (close == std::string_view::npos)
            return;
        const std::string_view operand = line.substr(close + 2, line.size() - close - 3);
        if (operand.find(' ') != std::string_view::npos || !may_be_float(operand))
            return;
        std::string_view type = line.substr(assigned + 4, close - assigned - 4);
        for (const std::string_view qualifier : {"const ", "volatile "})
            if (type.substr(0, qualifier.size()) == qualifier)
                type.remove_prefix(qualifier.size());
        std::optional<Result> result = known_result(type);
        if (!result)
            result = known_result(names_.meaning(std::string(type)));
        if (result)
            function_->at[place_of(line)].push_back(*result);
    }

    // From [k.cu:2:10] or [k.cu:2:10 discrim 3].
    static CodePlace place_of(std::string_view line)
    {
        const std::size_t end = line.find("] ");
        if (trimmed(line).substr(0, 1) != "[" || end == std::string_view::npos)
            return {};
        line = line.substr(0, end);
        if (const std::size_t discriminator = line.rfind(" discrim"); discriminator != std::string_view::npos)
            line = line.substr(0, discriminator);
        const std::size_t column = line.rfind(':');
        const std::size_t row = column == std::string_view::npos ? column : line.rfind(':', column - 1);
        if (row == std::string_view::npos)
            return {};
        return {number(line.substr(row + 1)), number(line.substr(column + 1))};
    }

    TypeNames& names_;
    ConvertingFunctions functions_;
    ConvertingFunction* function_ = nullptr;
    bool in_body_ = false;
    std::set<std::string, std::less<>> integers_, others_;  // the function's variables
};

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
    bool source_is_register() const { return source.substr(0, 1) == "%"; }

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

class Writer {
public:
    Writer(ConvertingFunctions functions) : functions_(std::move(functions)) {}

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
    if (compiled.empty() || assembly.find("cvtts") == std::string_view::npos)
        return {std::string(assembly), false};
    TypeNames names(source);
    return Writer(DumpReader(names).read(compiled)).write(assembly);
}

}  // namespace rewriter
