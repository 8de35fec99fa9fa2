#include "pattern_reader.h"

#include "common/readers/text_lines.h"

#include <algorithm>
#include <charconv>
#include <utility>

using ladders::InputError;
using ladders::quoted;

std::string_view trimmed(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

PatternReader::PatternReader(const std::string& name, std::string_view text)
    : name_(name), rest_(ladders::without_mark(text))
{
}

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

InputError PatternReader::error(const std::string& fault) const
{
    return InputError(name_ + ": line " + std::to_string(number_) + ": " + fault);
}

// grid: "T72,48" or "T72".
void PatternReader::take_torus(std::string_view grid)
{
    const InputError other =
        error("the bounded grid " + quoted(grid) + " is not this board, only a torus is: T<width>,<height>");
    if (grid.empty() || ladders::lower(grid.substr(0, 1)) != "t")
        throw other;
    const auto take_side = [&](std::string_view& text) {
        std::int64_t side = 0;
        const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), side);
        if (fault != std::errc() || side < 1 || side > kMostPatternSide)
            throw other;
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        return side;
    };
    std::string_view text = grid.substr(1);
    pattern_.torus_width = pattern_.torus_height = take_side(text);
    if (text.starts_with(',')) {
        text.remove_prefix(1);
        pattern_.torus_height = take_side(text);
    }
    if (!text.empty())
        throw other;
}

void PatternReader::require_life(std::string_view rule)
{
    const std::size_t colon = rule.find(':');
    const std::string lower = ladders::lower(trimmed(rule.substr(0, colon)));
    for (const char* name : {"b3/s23", "s23/b3", "b3s23", "23/3", "life"})
        if (lower == name) {
            if (colon != std::string_view::npos)
                take_torus(trimmed(rule.substr(colon + 1)));
            return;
        }
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
        throw error(std::string(what) + " " + quoted(text.substr(0, text.find_first_not_of("-0123456789"))) +
                    " is out of range: at most " + std::to_string(kMostPatternSide));
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

void PatternReader::advance(std::int64_t& position, std::int64_t by, const char* what) const
{
    if (by > kMostPatternSide - position)
        throw error("more than " + std::to_string(kMostPatternSide) + " " + what);
    position += by;
}

void PatternReader::declare_size(std::int64_t width, std::int64_t height)
{
    pattern_.width = width;
    pattern_.height = height;
    has_size_ = true;
}

void PatternReader::add_dead_cells(std::int64_t count)
{
    advance(column_, count, "columns");
}

void PatternReader::add_live_cells(std::int64_t count)
{
    const std::int64_t begin = column_;
    advance(column_, count, "columns");
    if (has_size_ && (row_ >= pattern_.height || column_ > pattern_.width))
        throw error("a live cell in column " + std::to_string(column_) + " of row " +
                    std::to_string(row_ + 1) + ", where the header says " + std::to_string(pattern_.width) +
                    " x " + std::to_string(pattern_.height));
    if (!has_size_)
        include_dead_cells();
    if (!pattern_.runs.empty() && pattern_.runs.back().row == row_ &&
        pattern_.runs.back().column + pattern_.runs.back().length == begin)
        pattern_.runs.back().length += count;
    else
        pattern_.runs.push_back({row_, begin, count});
}

void PatternReader::end_rows(std::int64_t count)
{
    column_ = 0;
    advance(row_, count, "rows");
}

void PatternReader::include_dead_cells()
{
    pattern_.width = std::max(pattern_.width, column_);
    pattern_.height = std::max(pattern_.height, row_ + 1);
}

LifePattern PatternReader::take_pattern()
{
    return std::move(pattern_);
}
