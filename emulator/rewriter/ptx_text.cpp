#include "ptx_text.h"

#include <algorithm>

namespace rewriter {
namespace {

std::string unquoted_ptx(std::string_view literal)
{
    std::string text;
    for (std::size_t i = 1; i + 1 < literal.size(); ++i) {
        if (literal[i] != '\\')
            text += literal[i];
        else
            text += literal[++i] == 'n' ? '\n' : ' ';
    }
    return text;
}

std::string without_comments(const std::string& text)
{
    std::string kept;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.compare(i, 2, "//") == 0)
            i = std::min(text.find('\n', i), text.size()) - 1;
        else if (text.compare(i, 2, "/*") == 0)
            i = std::min(text.find("*/", i + 2), text.size() - 2) + 1;
        else
            kept += text[i];
    }
    return kept;
}

PtxStatement statement_of(const std::string& text)
{
    PtxStatement found;
    found.kind = PtxStatement::Kind::instruction;
    found.text = text;
    std::string rest = text;
    if (rest[0] == '@') {
        const std::size_t end = rest.find_first_of(" \t\n");
        found.negated = rest[1] == '!';
        found.predicate =
            rest.substr(1 + found.negated, end == std::string::npos ? end : end - 1 - found.negated);
        rest = end == std::string::npos ? "" : trimmed(rest.substr(end));
    }
    if (rest.substr(0, 4) == ".reg") {
        found.kind = PtxStatement::Kind::registers;
        rest = trimmed(rest.substr(4));
    }
    const std::string name = rest.substr(0, rest.find_first_of(" \t\n{["));
    found.name = split_ptx(name, '.');
    rest = rest.size() > name.size() ? trimmed(rest.substr(name.size())) : "";
    if (!rest.empty())
        found.operands = split_ptx(rest, ',');
    return found;
}

// Whether the { at i begins a block of statements, and no list of registers.
bool opens_block(const std::string& so_far)
{
    return trimmed(so_far).empty();
}

}  // namespace

std::string trimmed(const std::string& text)
{
    const std::size_t first = text.find_first_not_of(" \t\n\r"), last = text.find_last_not_of(" \t\n\r");
    return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

std::vector<std::string> split_ptx(const std::string& text, char separator)
{
    std::vector<std::string> parts(1);
    int depth = 0;
    for (const char c : text) {
        depth += (c == '{' || c == '[') - (c == '}' || c == ']');
        if (c == separator && depth == 0)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    for (std::string& part : parts)
        part = trimmed(part);
    return parts;
}

Assembly read_assembly(const SourceText& source, int i)
{
    Assembly found;
    ++i;
    while (source.is(i, "volatile") || source.is(i, "__volatile__") || source.is(i, "__volatile"))
        ++i;
    if (!source.is(i, "(") || source.closing(i) == kNone)
        return found;
    found.end = source.closing(i);
    for (++i; source.kind_is(i, Kind::quoted); ++i) {
        if (source.spelling(i).front() != '"')
            return found;
        found.text += unquoted_ptx(source.spelling(i));
    }
    int colons = 0;
    for (; i < found.end; ++i) {
        if (source.is(i, ":") || source.is(i, "::")) {
            colons += int(source.spelling(i).size());
        } else if (colons < 3 && source.kind_is(i, Kind::quoted) && source.is(i + 1, "(")) {
            const int close = source.closing(i + 1);
            found.operands.push_back({i + 1, close});
            found.outputs += colons == 1;
            i = close;
        } else if (!source.is(i, ",") && colons < 3) {
            return found;
        }
    }
    found.is_understood = true;
    return found;
}

std::vector<PtxStatement> ptx_statements(const std::string& text)
{
    std::vector<PtxStatement> all;
    std::string one;
    int lists = 0;
    const auto end_statement = [&] {
        if (const std::string whole = trimmed(one); !whole.empty())
            all.push_back(statement_of(whole));
        one.clear();
    };
    for (const char c : without_comments(text)) {
        if (c == '{' && opens_block(one)) {
            all.push_back({PtxStatement::Kind::open, "{", "", false, {}, {}});
        } else if (c == '}' && lists == 0) {
            end_statement();
            all.push_back({PtxStatement::Kind::close, "}", "", false, {}, {}});
        } else if (c == ';') {
            end_statement();
        } else {
            lists += (c == '{') - (c == '}');
            one += c;
        }
    }
    end_statement();
    return all;
}

}  // namespace rewriter
