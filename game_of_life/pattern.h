// Patterns of the Game of Life, in the three formats in which they are passed round:
//   RLE        "x = 3, y = 3, rule = B3/S23" and "bo$2bo$3o!", as Golly writes it; the header may be missing
//   plaintext  rows of . (dead) and O (alive), comments begin with !; the files are called .cells
//   Life 1.06  "#Life 1.06" and a line "x y" for each live cell
// The format is found in the content, whatever the file's name.
// A rule may end in a torus as its bounded grid, "B3/S23:T72,48" or, of equal sides, ":T72" (Golly Help, "Bounded Grids").
// Formats: LifeWiki (conwaylife.com), "Run Length Encoded", "Plaintext" and "Life 1.06".
#pragma once

#include "board.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// Live cells inside a box, whose upper left cell is (0, 0).
struct LifePattern {
    // `length` live cells of a row, from `column` on.
    struct Run {
        std::int64_t row, column, length;
        bool operator==(const Run&) const = default;
    };
    std::int64_t width = 0, height = 0;
    std::vector<Run> runs;
    // Of the torus that the rule names, as B3/S23:T72,48 does; 0: none.
    std::int64_t torus_width = 0, torus_height = 0;
};

// Rows and columns of a pattern are at most so many; more is refused, since no board is as large.
constexpr std::int64_t kMostPatternSide = 2'147'483'647;

// Takes no more memory than a small multiple of the text's. Throws ladders::InputError with the name, the
// line and the rule that is broken: also for a rule of life other than B3/S23, and for a bounded grid other than a torus.
LifePattern parse_life_pattern(const std::string& name, std::string_view text);

// The same from a file.
LifePattern read_life_pattern(const std::string& path);

// A board with the pattern in its middle. Throws ladders::InputError if it is smaller than the pattern.
Board board_with_pattern(const std::string& name, const LifePattern& pattern, std::size_t width,
                         std::size_t height);

// Writes a board as RLE, with `comment` on a line of its own; read again, it gives the same board. Throws
// ladders::UsageError if the file cannot be written.
void write_rle(const std::string& path, const Board& board, const std::string& comment);
