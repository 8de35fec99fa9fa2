// What the readers of the pattern formats have in common: lines and their numbers, faults, a growing list of
// live cells.
#pragma once

#include "common/support/errors.h"
#include "pattern.h"

#include <cstdint>
#include <string>
#include <string_view>

constexpr std::string_view kBlanks = " \t\v\f";
std::string_view trimmed(std::string_view text);  // without the blanks round it

class PatternReader {
public:
    // Both must stay alive. name: of the file, for errors.
    PatternReader(const std::string& name, std::string_view text);

    // Goes on to the next line; false at the end. LF, CR and CRLF end a line, also mixed.
    bool next_line();
    std::string_view line() const { return line_; }
    ladders::InputError error(const std::string& fault) const;

    // Takes the size of the torus from the rule, if it names one. Throws InputError if the rule does not mean the Game of
    // Life, or its bounded grid is no torus; case does not matter.
    void require_life(std::string_view rule);
    // Takes a number off `text`. what: its name in the error. Throws InputError if there is none, or none up
    // to kMostPatternSide.
    std::int64_t take_number(std::string_view& text, const char* what, bool negative_too) const;

    // Live cells must lie in a box of this size. Without it the box grows with them.
    void declare_size(std::int64_t width, std::int64_t height);
    // From the place reached on. They throw InputError if the place would be beyond kMostPatternSide or the
    // declared size.
    void add_dead_cells(std::int64_t count);
    void add_live_cells(std::int64_t count);
    void end_rows(std::int64_t count);
    // The box grows to hold the place reached, though its cells be dead.
    void include_dead_cells();
    LifePattern take_pattern();

private:
    void take_torus(std::string_view grid);
    void advance(std::int64_t& position, std::int64_t by, const char* what) const;

    const std::string& name_;
    std::string_view rest_, line_;
    std::int64_t number_ = 0;  // of line_, from 1
    std::int64_t row_ = 0, column_ = 0;
    bool has_size_ = false;
    LifePattern pattern_;
};

// The line is the first one that is not empty.
LifePattern read_rle(PatternReader& reader);
LifePattern read_plaintext(PatternReader& reader);
// The line is "#Life 1.06".
LifePattern read_life_106(PatternReader& reader);
