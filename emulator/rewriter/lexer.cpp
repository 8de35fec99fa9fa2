#include "lexer.h"

#include "words.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace rewriter {
namespace {

bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool starts_identifier(char c)
{
    // Bytes above 127 belong to UTF-8 letters.
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || (c & 0x80) != 0;
}

bool continues_identifier(char c)
{
    return starts_identifier(c) || is_digit(c);
}

constexpr std::array<std::string_view, 4> kStringPrefixes{"L", "u", "U", "u8"};
constexpr std::array<std::string_view, 5> kRawStringPrefixes{"R", "LR", "uR", "UR", "u8R"};

// Only these operators of several characters are one token, since their < and > are no brackets. All others
// are split into characters, among them << and >>: << may open a launch, and >> may close two template
// argument lists.
constexpr std::array<std::string_view, 6> kLongOperators{"<<=", "<=>", "<=", ">=", "->", "::"};

}  // namespace

Lexer::Lexer(const std::string& text, std::vector<Token>& tokens, std::vector<std::string>& files,
             std::vector<Include>& includes)
    : text_(text), tokens_(tokens), files_(files), includes_(includes)
{
    files_.push_back("<stdin>");
}

void Lexer::run()
{
    while (here_ < text_.size()) {
        if (skip_space() || skip_comment())
            continue;
        const char c = at(0);
        const bool first_on_line = line_is_blank_so_far_;
        line_is_blank_so_far_ = false;
        if (first_on_line && c == '#')
            directive();
        else if (starts_identifier(c))
            identifier();
        else if (is_digit(c) || (c == '.' && is_digit(at(1))))
            number();
        else if (c == '"' || c == '\'')
            quoted();
        else
            punctuation();
    }
}

bool Lexer::skip_space()
{
    const char c = at(0);
    if (c != ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\v')
        return false;
    move_to(here_ + 1);
    return true;
}

bool Lexer::skip_comment()
{
    if (at(0) != '/' || (at(1) != '/' && at(1) != '*'))
        return false;
    if (at(1) == '/') {
        std::size_t end = text_.find('\n', here_);
        while (end != std::string::npos && text_[end - 1] == '\\')  // the comment continues on the next line
            end = text_.find('\n', end + 1);
        move_to(end);
    } else {
        const std::size_t end = text_.find("*/", here_ + 2);
        move_to(end == std::string::npos ? end : end + 2);
    }
    return true;
}

void Lexer::directive()
{
    const std::size_t begin = here_;
    const std::size_t end = std::min(text_.find('\n', here_), text_.size());
    if (line_marker(end))
        return;
    here_ = end;
    add(begin, Kind::directive, line_);
}

// A line marker, `# 12 "file.cu" 2`, gives the original file and line of the next line. Numbers at its end: 1
// if a header begins, 3 if it is a system header.
bool Lexer::line_marker(std::size_t end)
{
    std::size_t p = text_.find_first_not_of(" \t", here_ + 1);
    int line = 0;
    const auto [rest, failure] = std::from_chars(text_.data() + std::min(p, end), text_.data() + end, line);
    if (failure != std::errc())
        return false;

    p = rest - text_.data();
    const std::size_t quote = text_.find('"', p);
    if (quote < end) {
        std::string file;
        for (p = quote + 1; p < end && text_[p] != '"'; ++p) {
            if (text_[p] == '\\' && p + 1 < end)
                ++p;
            file += text_[p];
        }
        const std::string_view flags = std::string_view(text_).substr(p, end - p);
        if (flags.find(" 1") != std::string_view::npos)
            includes_.push_back({file_, line_, file, flags.find(" 3") != std::string_view::npos});
        // Most markers return to a recent file.
        const auto known = std::find(files_.rbegin(), files_.rend(), file);
        file_ = known == files_.rend() ? static_cast<int>(files_.size())
                                       : static_cast<int>(files_.rend() - known) - 1;
        if (known == files_.rend())
            files_.push_back(file);
    }
    here_ = end;
    line_ = line - 1;  // the newline that ends the marker makes it `line`
    return true;
}

void Lexer::identifier()
{
    const std::size_t begin = here_;
    std::size_t end = here_;
    while (end < text_.size() && continues_identifier(text_[end]))
        ++end;
    const std::string_view word = std::string_view(text_).substr(begin, end - begin);
    const char next = end < text_.size() ? text_[end] : '\0';

    here_ = end;
    if (next == '"' && contains(kRawStringPrefixes, word))
        raw_string();
    else if ((next == '"' || next == '\'') && contains(kStringPrefixes, word))
        quoted();
    else
        add(begin, Kind::identifier, line_);
}

void Lexer::number()
{
    const std::size_t begin = here_;
    for (++here_; here_ < text_.size(); ++here_) {
        const char c = at(0);
        const char before = text_[here_ - 1];
        const bool exponent_sign =
            (c == '+' || c == '-') && (before == 'e' || before == 'E' || before == 'p' || before == 'P');
        const bool separator = c == '\'' && continues_identifier(at(1));
        if (!continues_identifier(c) && c != '.' && !exponent_sign && !separator)
            break;
    }
    add(begin, Kind::number, line_);
}

void Lexer::quoted()
{
    const std::size_t begin = here_;
    const char quote = at(0);
    for (++here_; here_ < text_.size() && at(0) != quote && at(0) != '\n'; ++here_)
        if (at(0) == '\\')
            ++here_;
    here_ = std::min(here_ + (at(0) == quote), text_.size());
    add(begin, Kind::quoted, line_);
}

void Lexer::raw_string()
{
    const std::size_t begin = here_;
    const int line = line_;
    const std::size_t parenthesis = std::min(text_.find('(', here_), text_.size());
    std::string end_mark = ")";
    end_mark.append(text_, here_ + 1, parenthesis - here_ - 1).append("\"");
    const std::size_t end = text_.find(end_mark, parenthesis);
    move_to(end == std::string::npos ? end : end + end_mark.size());
    line_is_blank_so_far_ = false;
    add(begin, Kind::quoted, line);
}

void Lexer::punctuation()
{
    const std::size_t begin = here_;
    std::size_t length = 1;
    for (const std::string_view op : kLongOperators) {
        if (text_.compare(here_, op.size(), op) == 0) {
            length = op.size();
            break;
        }
    }
    here_ += length;
    add(begin, Kind::punctuation, line_);
}

void Lexer::move_to(std::size_t position)
{
    position = std::min(position, text_.size());
    const auto lines = std::count(text_.begin() + here_, text_.begin() + position, '\n');
    line_ += static_cast<int>(lines);
    line_is_blank_so_far_ = lines > 0 ? true : line_is_blank_so_far_;
    here_ = position;
}

void Lexer::add(std::size_t begin, Kind kind, int line)
{
    tokens_.push_back({begin, here_, kind, file_, line});
}

}  // namespace rewriter
