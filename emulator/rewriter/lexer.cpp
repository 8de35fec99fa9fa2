#include "lexer.h"

#include "words.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace rewriter {
namespace {

// What a character may be.
constexpr unsigned char kSpace = 1, kLetter = 2, kDigit = 4;
constexpr std::array<unsigned char, 256> kCharacters = [] {
    std::array<unsigned char, 256> characters{};
    for (const unsigned char c : std::string_view(" \t\n\r\f\v"))
        characters[c] = kSpace;
    for (unsigned c = 0; c < 256; ++c)
        if (c >= '0' && c <= '9')
            characters[c] = kDigit;
        else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c > 127)
            characters[c] = kLetter;  // bytes above 127 belong to UTF-8 letters
    return characters;
}();

bool is(char c, unsigned char what)
{
    return (kCharacters[static_cast<unsigned char>(c)] & what) != 0;
}

bool continues_identifier(char c)
{
    return is(c, kLetter | kDigit);
}

constexpr std::array<std::string_view, 4> kStringPrefixes{"L", "u", "U", "u8"};
constexpr std::array<std::string_view, 5> kRawStringPrefixes{"R", "LR", "uR", "UR", "u8R"};

// Only these operators of several characters are one token, since their < and > are no brackets. All others
// are split into characters, among them << and >>: << may open a launch, and >> may close two template
// argument lists.
constexpr std::array<std::string_view, 6> kLongOperators{"<<=", "<=>", "<=", ">=", "->", "::"};

}  // namespace

Lexer::Lexer(SourceText& source)
    : text_(source.text_),
      tokens_(source.tokens_),
      files_(source.files_),
      includes_(source.includes_),
      words_(source.words_)
{
    files_.push_back("<stdin>");
    tokens_.reserve(text_.size() / 4);
}

void Lexer::run()
{
    for (skip_space(); here_ < text_.size(); skip_space()) {
        if (skip_comment())
            continue;
        const char c = at(0);
        const bool first_on_line = line_is_blank_so_far_;
        line_is_blank_so_far_ = false;
        if (first_on_line && c == '#')
            directive();
        else if (is(c, kLetter))
            identifier();
        else if (is(c, kDigit) || (c == '.' && is(at(1), kDigit)))
            number();
        else if (c == '"' || c == '\'')
            quoted();
        else
            punctuation();
    }
}

void Lexer::skip_space()
{
    for (; here_ < text_.size() && is(text_[here_], kSpace); ++here_)
        if (text_[here_] == '\n') {
            ++line_;
            line_is_blank_so_far_ = true;
        }
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
    const std::string_view word(text_.data() + begin, end - begin);
    const char next = end < text_.size() ? text_[end] : '\0';

    here_ = end;
    if (next == '"' && contains(kRawStringPrefixes, word)) {
        raw_string();
    } else if ((next == '"' || next == '\'') && contains(kStringPrefixes, word)) {
        quoted();
    } else {
        const int place = static_cast<int>(tokens_.size());
        const int before = words_.add(word, place);
        if (before != kNone)
            tokens_[before].link = place;
        add(begin, Kind::identifier, line_);
    }
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
    const char c = text_[begin];
    std::size_t length = 1;
    for (const std::string_view op : kLongOperators) {
        if (op[0] == c && text_.compare(here_, op.size(), op) == 0) {
            length = op.size();
            break;
        }
    }
    here_ += length;
    add(begin, Kind::punctuation, line_);

    const int place = static_cast<int>(tokens_.size()) - 1;
    if (c == '(' || c == '[' || c == '{') {
        open_brackets_.push_back(place);
    } else if ((c == ')' || c == ']' || c == '}') && !open_brackets_.empty()) {
        const int open = open_brackets_.back();
        open_brackets_.pop_back();
        tokens_[open].link = place;
        tokens_[place].link = open;
    }
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
    tokens_.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(here_), line, kNone,
                       static_cast<std::uint16_t>(file_), kind});
}

}  // namespace rewriter
