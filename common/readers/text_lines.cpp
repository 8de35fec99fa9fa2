#include "common/readers/text_lines.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

namespace ladders {
namespace {

bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

}  // namespace

std::string quoted(std::string_view word)
{
    constexpr std::size_t kLongest = 20;
    std::string text = "'";
    for (const char c : word.substr(0, kLongest))
        text += c >= ' ' && c < 127 ? c : '?';
    return text + (word.size() > kLongest ? "...'" : "'");
}

std::string lower(std::string_view text)
{
    std::string word(text);
    for (char& c : word)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return word;
}

std::string_view without_mark(std::string_view text)
{
    constexpr std::string_view kMark = "\xef\xbb\xbf";
    return text.substr(text.starts_with(kMark) ? kMark.size() : 0);
}

TextLines::TextLines(std::string name, std::string_view text)
    : name_(std::move(name)),
      next_line_(without_mark(text).data()),
      text_end_(text.data() + text.size()),
      at_(next_line_),
      end_(at_)
{
}

bool TextLines::next()
{
    if (next_line_ == text_end_)
        return false;
    at_ = next_line_;
    const auto* newline = static_cast<const char*>(std::memchr(at_, '\n', bytes_left()));
    end_ = newline ? newline : text_end_;
    next_line_ = newline ? newline + 1 : text_end_;
    if (end_ > at_ && end_[-1] == '\r')
        --end_;
    ++number_;
    return true;
}

void TextLines::skip_spaces()
{
    while (at_ < end_ && is_space(*at_))
        ++at_;
}

bool TextLines::is_empty()
{
    skip_spaces();
    return at_ == end_;
}

std::string_view TextLines::word()
{
    skip_spaces();
    const char* const begin = at_;
    while (at_ < end_ && !is_space(*at_))
        ++at_;
    return {begin, static_cast<std::size_t>(at_ - begin)};
}

std::int64_t TextLines::integer(const char* what, std::int64_t least, std::int64_t most)
{
    skip_spaces();
    const char* const begin = at_;
    std::int64_t value = 0;
    const auto [rest, fault] = std::from_chars(begin, end_, value);
    if (fault == std::errc() && (rest == end_ || is_space(*rest)) && value >= least && value <= most) {
        at_ = rest;
        return value;
    }
    const std::string_view text = word();
    throw error(std::string(what) + (text.empty()
                                         ? " is missing"
                                         : " must be a whole number from " + std::to_string(least) + " to " +
                                               std::to_string(most) + ", not " + quoted(text)));
}

float TextLines::number(const char* what)
{
    skip_spaces();
    const char* begin = at_;
    if (end_ - begin > 1 && *begin == '+' && begin[1] != '-')
        ++begin;  // from_chars takes no +
    double value = 0;
    const auto [rest, fault] = std::from_chars(begin, end_, value);
    // Written so that NaN is refused. What is too small for a double is 0 for a float.
    const bool fits = fault == std::errc() && std::abs(value) <= double{std::numeric_limits<float>::max()};
    const bool tiny = fault == std::errc::result_out_of_range &&
                      std::abs(std::strtod(std::string(begin, rest).c_str(), nullptr)) < 1;
    if ((fits || tiny) && (rest == end_ || is_space(*rest))) {
        at_ = rest;
        return tiny ? 0.0f : static_cast<float>(value);
    }
    const std::string_view text = word();
    throw error(std::string(what) + (text.empty()
                                         ? std::string(" is missing")
                                         : " must be a number that a float can hold, not " + quoted(text)));
}

void TextLines::expect_end()
{
    if (!is_empty())
        throw error(quoted(rest()) + " behind the end of what belongs into this line");
}

InputError TextLines::error(const std::string& fault) const
{
    return InputError(name_ + (number_ > 0 ? ": line " + std::to_string(number_) : "") + ": " + fault);
}

}  // namespace ladders
