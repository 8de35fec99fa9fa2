#include "conversion_dump.h"

#include "assembly_text.h"

#include <optional>

namespace rewriter {
namespace {

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
}  // namespace

ConvertingFunctions read_conversions(std::string_view dump, const std::string& source)
{
    TypeNames names(source);
    return DumpReader(names).read(dump);
}

}  // namespace rewriter
