// The lines of a text and the words in them, for readers that name the line of a fault.
#pragma once

#include "common/support/errors.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ladders {

// A word of a file for an error message: shortened and made printable, in quotes.
std::string quoted(std::string_view word);

// The letters A to Z in lower case.
std::string lower(std::string_view text);

// Without the mark that some editors put before UTF-8 text.
std::string_view without_mark(std::string_view text);

// Goes through a text line by line, and through a line word by word. A line ends with LF, CR LF or the text.
class TextLines {
public:
    // name: of the file, for errors. text must stay alive.
    TextLines(std::string name, std::string_view text);

    // Goes on to the next line; false at the end of the text.
    bool next();
    // The number of the line, from 1, and what of it has not been taken yet.
    std::int64_t number() const { return number_; }
    std::string_view rest() const { return {at_, static_cast<std::size_t>(end_ - at_)}; }
    // Bytes behind this line.
    std::size_t bytes_left() const { return static_cast<std::size_t>(text_end_ - next_line_); }

    // Whether nothing but white space is left in the line.
    bool is_empty();
    // Takes the next word; empty at the end of the line.
    std::string_view word();
    // Takes a whole number, or a number that a float can hold. what: its name in the error, as in "row".
    // Throws InputError if there is none, if it is not a number (NaN and infinity are none) or not in [least, most].
    std::int64_t integer(const char* what, std::int64_t least, std::int64_t most);
    float number(const char* what);
    // Throws InputError unless the line is at its end.
    void expect_end();

    InputError error(const std::string& fault) const;

private:
    void skip_spaces();

    std::string name_;
    const char* next_line_;
    const char* text_end_;
    const char* at_;
    const char* end_;
    std::int64_t number_ = 0;
};

}  // namespace ladders
