// A torus of cells for Conway's Game of Life, a bit per cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

using Word = std::uint64_t;
constexpr int kCells = 64;  // of a word

// words is (height, words per row): cell x of a row is bit x % 64 of its word x / 64. Bits that stand for no cell are 0.
struct PackedBoard {
    std::size_t width = 0, height = 0;
    std::vector<Word> words;

    std::size_t words_per_row() const { return (width + kCells - 1) / kCells; }
    // The bits of a row's last word that stand for cells.
    Word used() const { return width % kCells ? (Word{1} << width % kCells) - 1 : ~Word{0}; }
};

template <class SomeBoard>
requires std::is_same_v<std::remove_const_t<SomeBoard>, PackedBoard>
auto members(SomeBoard& board)
{
    return std::tie(board.width, board.height, board.words);
}

// Every cell alive with probability 1/2; the same for the same seed.
PackedBoard random_packed_board(std::size_t width, std::size_t height, std::uint64_t seed);

std::size_t count_alive(const PackedBoard& board);

// The board after so many generations, row by row, on one core or on all.
PackedBoard play_on_cpu(const PackedBoard& start, std::size_t generations, bool all_cores);
