#include "pattern.h"

#include "common/errors.h"

#include <algorithm>
#include <charconv>
#include <utility>

using ladders::InputError;

namespace {

constexpr std::string_view kBlanks = " \t\v\f";

std::string_view trimmed(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

// For a message: printable, and not long.
std::string quoted(std::string_view text)
{
    constexpr std::size_t kLongest = 24;
    std::string shown;
    for (const char c : text.substr(0, kLongest))
        shown += c >= ' ' && c <= '~' ? c : '?';
    return "'" + shown + (text.size() > kLongest ? "..." : "") + "'";
}

std::string size_text(std::int64_t width, std::int64_t height)
{
    return std::to_string(width) + " x " + std::to_string(height);
}

// What all formats have in common: lines, their numbers, and a growing list of live cells.
class PatternReader {
public:
    PatternReader(const std::string& name, std::string_view text) : name_(name), rest_(text) {}
    LifePattern read();

private:
    void read_rle();
    void read_rle_header();
    bool read_rle_line();  // false: this was the last one
    void read_rle_item(std::int64_t count, char tag);
    void read_plaintext();
    void read_life_106();
    void box_round_points(std::vector<LifePattern::Run> points);

    bool next_line();  // into line_; false at the end
    InputError error(const std::string& fault) const
    {
        return InputError(name_ + ": line " + std::to_string(number_) + ": " + fault);
    }
    void require_life(std::string_view rule) const;
    // Takes a number off `text`.
    std::int64_t take_number(std::string_view& text, const char* what, bool negative_too) const;
    void expect(std::string_view& text, char wanted) const;
    void advance(std::int64_t& position, std::int64_t by, const char* what) const;
    void add_live_cells(std::int64_t count);

    const std::string& name_;
    std::string_view rest_, line_;
    std::int64_t number_ = 0;  // of line_, from 1
    std::int64_t row_ = 0, column_ = 0;
    bool has_header_ = false;
    LifePattern pattern_;
};

// LF, CR and CRLF end a line, also mixed.
bool PatternReader::next_line()
{
    if (rest_.empty())
        return false;
    const std::size_t end = std::min(rest_.find_first_of("\r\n"), rest_.size());
    line_ = rest_.substr(0, end);
    rest_.remove_prefix(end);
    if (rest_.substr(0, 2) == "\r\n")
        rest_.remove_prefix(2);
    else if (!rest_.empty())
        rest_.remove_prefix(1);
    ++number_;
    return true;
}

LifePattern PatternReader::read()
{
    if (rest_.starts_with("\xef\xbb\xbf"))  // the mark that some editors put before UTF-8 text
        rest_.remove_prefix(3);
    do {
        if (!next_line())
            throw InputError(name_ + ": the file is empty");
    } while (trimmed(line_).empty());

    const std::string_view first = trimmed(line_);
    if (first.starts_with("#Life")) {
        if (first != "#Life 1.06")
            throw error(quoted(first) + " is not read, only #Life 1.06, RLE and plaintext");
        read_life_106();
    } else if (first[0] == '!' || first.find_first_not_of(".O*") == std::string_view::npos) {
        read_plaintext();
    } else {
        read_rle();
    }
    return std::move(pattern_);
}

// The rule's names that mean the Game of Life; case does not matter.
void PatternReader::require_life(std::string_view rule) const
{
    std::string lower(trimmed(rule));
    for (char& c : lower)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    for (const char* name : {"b3/s23", "s23/b3", "b3s23", "23/3", "life"})
        if (lower == name)
            return;
    throw error("the rule " + quoted(trimmed(rule)) + " is not played, only B3/S23");
}

std::int64_t PatternReader::take_number(std::string_view& text, const char* what, bool negative_too) const
{
    const std::int64_t least = negative_too ? -kMostPatternSide : 0;
    std::int64_t value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault == std::errc::invalid_argument || (fault == std::errc() && value < 0 && !negative_too))
        throw error("a number is expected for " + std::string(what) + ", not " + quoted(text));
    if (fault != std::errc() || value < least || value > kMostPatternSide)
        throw error(std::string(what) + " " + quoted(text) + " is out of range: at most " +
                    std::to_string(kMostPatternSide));
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

// Takes a character off `text`, and the blanks round it.
void PatternReader::expect(std::string_view& text, char wanted) const
{
    text = trimmed(text);
    if (text.empty() || text[0] != wanted)
        throw error("the header must be x = <width>, y = <height>, rule = B3/S23, not " + quoted(line_));
    text = trimmed(text.substr(1));
}

void PatternReader::advance(std::int64_t& position, std::int64_t by, const char* what) const
{
    if (by > kMostPatternSide - position)
        throw error("more than " + std::to_string(kMostPatternSide) + " " + what);
    position += by;
}

// From the present place on.
void PatternReader::add_live_cells(std::int64_t count)
{
    const std::int64_t begin = column_;
    advance(column_, count, "columns");
    if (has_header_ && (row_ >= pattern_.height || column_ > pattern_.width))
        throw error("a live cell in column " + std::to_string(column_) + " of row " +
                    std::to_string(row_ + 1) + ", where the header says " +
                    size_text(pattern_.width, pattern_.height));
    if (!has_header_) {
        pattern_.width = std::max(pattern_.width, column_);
        pattern_.height = std::max(pattern_.height, row_ + 1);
    }
    if (!pattern_.runs.empty() && pattern_.runs.back().row == row_ &&
        pattern_.runs.back().column + pattern_.runs.back().length == begin)
        pattern_.runs.back().length += count;
    else
        pattern_.runs.push_back({row_, begin, count});
}

// line_ is the first one that is not empty.
void PatternReader::read_rle()
{
    bool may_be_header = true;
    do {
        const std::string_view line = trimmed(line_);
        if (line.empty())
            continue;
        if (line[0] == '#') {
            if (line.starts_with("#r"))
                require_life(line.substr(2));
            continue;
        }
        if (may_be_header && line[0] == 'x')
            read_rle_header();
        else if (!read_rle_line())
            return;
        may_be_header = false;
    } while (next_line());
    throw error("the file ends without the ! that ends a pattern");
}

void PatternReader::read_rle_header()
{
    std::string_view text = line_;
    expect(text, 'x');
    expect(text, '=');
    pattern_.width = take_number(text, "x", false);
    expect(text, ',');
    expect(text, 'y');
    expect(text, '=');
    pattern_.height = take_number(text, "y", false);
    has_header_ = true;
    if (trimmed(text).empty())
        return;
    expect(text, ',');
    for (const char c : {'r', 'u', 'l', 'e', '='})
        expect(text, c);
    require_life(text);
}

bool PatternReader::read_rle_line()
{
    std::string_view text = line_;
    while (!(text = trimmed(text)).empty()) {
        const bool has_count = text[0] >= '0' && text[0] <= '9';
        const std::int64_t count = has_count ? take_number(text, "the count", false) : 1;
        if (count == 0)
            throw error("a count of 0");
        const char tag = text.empty() ? '\0' : text[0];
        if (has_count && (tag == '\0' || tag == '!' || kBlanks.find(tag) != std::string_view::npos))
            throw error("the count " + std::to_string(count) + " stands before no cell");
        if (tag == '!')
            return false;
        read_rle_item(count, tag);
        text.remove_prefix(1);
    }
    return true;
}

void PatternReader::read_rle_item(std::int64_t count, char tag)
{
    switch (tag) {
        case 'b':
        case '.':
            return advance(column_, count, "columns");
        case 'o':
        case 'A':
            return add_live_cells(count);
        case '$':
            column_ = 0;
            return advance(row_, count, "rows");
        default:
            throw error(quoted({&tag, 1}) + " is neither b (dead), o (alive), $ (end of row) nor ! (end)");
    }
}

// line_ is the first one that is not empty. Empty lines are dead rows, save at the end.
void PatternReader::read_plaintext()
{
    do {
        if (line_.starts_with('!'))
            continue;
        const std::string_view row = line_.substr(0, line_.find_last_not_of(kBlanks) + 1);
        column_ = 0;
        for (const char c : row) {
            if (c == 'O' || c == '*')
                add_live_cells(1);
            else if (c == '.')
                advance(column_, 1, "columns");
            else
                throw error(quoted({&c, 1}) + " is neither . (dead), O nor * (alive)");
        }
        advance(row_, 1, "rows");
        if (!row.empty())
            pattern_.height = row_;
        pattern_.width = std::max(pattern_.width, column_);
    } while (next_line());
}

// line_ is "#Life 1.06".
void PatternReader::read_life_106()
{
    std::vector<LifePattern::Run> points;
    while (next_line()) {
        std::string_view text = trimmed(line_);
        if (text.empty())
            continue;
        if (text[0] == '#') {
            if (text.starts_with("#R"))
                require_life(text.substr(2));
            continue;
        }
        const std::int64_t x = take_number(text, "x", true);
        if (text.empty() || kBlanks.find(text[0]) == std::string_view::npos)
            throw error("two numbers x y are expected, not " + quoted(line_));
        text = trimmed(text);
        const std::int64_t y = take_number(text, "y", true);
        text = trimmed(text);
        if (!text.empty())
            throw error(quoted(text) + " follows the two numbers x y");
        points.push_back({y, x, 1});
    }
    box_round_points(std::move(points));
}

// The smallest box round all of the points becomes the pattern's.
void PatternReader::box_round_points(std::vector<LifePattern::Run> points)
{
    if (points.empty())
        return;
    std::int64_t left = points[0].column, right = left, top = points[0].row, bottom = top;
    for (const LifePattern::Run& point : points) {
        left = std::min(left, point.column);
        right = std::max(right, point.column);
        top = std::min(top, point.row);
        bottom = std::max(bottom, point.row);
    }
    for (LifePattern::Run& point : points) {
        point.column -= left;
        point.row -= top;
    }
    pattern_.width = right - left + 1;
    pattern_.height = bottom - top + 1;
    pattern_.runs = std::move(points);
}

}  // namespace

LifePattern parse_life_pattern(const std::string& name, std::string_view text)
{
    return PatternReader(name, text).read();
}
