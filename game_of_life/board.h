// The torus of cells, and the boards that games start from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

// The board is a torus: the last column's right neighbour is the first column, and likewise for rows. Where a
// side is 1 or 2, some of a cell's eight neighbours are one and the same cell, or even the cell itself; it
// counts once for each of them.
//
// It has its cells in one of two forms; the other form's array is empty.
struct Board {
    std::size_t width = 0, height = 0;
    // (height, width), row by row: 1 alive, 0 dead.
    std::vector<int> cells;
    // (height, ceil(width / 64)): cell x of a row is bit x % 64 of word x / 64. Bits that stand for no cell are
    // 0.
    std::vector<std::uint64_t> words;

    Board() = default;
    Board(std::size_t width, std::size_t height, int cell = 0)
        : width(width), height(height), cells(width * height, cell)
    {
    }

    std::size_t words_per_row() const { return (width + 63) / 64; }
    // Cell i, row by row, in either form.
    int cell(std::size_t i) const { return words.empty() ? cells[i] : cell(i % width, i / width); }
    int cell(std::size_t x, std::size_t y) const
    {
        if (words.empty())
            return cells[y * width + x];
        return static_cast<int>(words[y * words_per_row() + x / 64] >> x % 64 & 1);
    }
    void set_alive(std::size_t x, std::size_t y)
    {
        if (words.empty())
            cells[y * width + x] = 1;
        else
            words[y * words_per_row() + x / 64] |= std::uint64_t{1} << x % 64;
    }
    // Whether the cells are the same, in whatever form.
    bool operator==(const Board& other) const;
};

template <class SomeBoard>
requires std::is_same_v<std::remove_const_t<SomeBoard>, Board>
auto members(SomeBoard& board)
{
    return std::tie(board.width, board.height, board.cells, board.words);
}

// Whether a board of this size is made in words, and a version's packed result is left in words: a 32nd of the
// bytes. Smaller ones are in cells, each of which the check can show.
bool is_kept_in_words(std::size_t width, std::size_t height);

// A board without life, in the form that its size asks for.
Board dead_board(std::size_t width, std::size_t height);

// The board in the other form, or in the same; work for all cores.
Board in_cells(const Board& board);
Board in_words(const Board& board);
// The cells alone, for a version that plays in cells.
std::vector<int> cells_of(const Board& board);

// srand(0), then rand() % 2 row by row, as programs of first courses do; exact with glibc's rand.
Board lecture_board(std::size_t width, std::size_t height);
// Every cell alive with probability 1/2; the same for the same seed. In words.
Board random_board_in_words(std::size_t width, std::size_t height, std::uint64_t seed);
// The same board in cells.
Board random_board(std::size_t width, std::size_t height, std::uint64_t seed);

std::size_t count_alive(const Board& board);

// The board in a frame of ghost cells, (height + 2, width + 2): copies of the cells on the opposite side.
std::vector<int> with_ghosts(const Board& board);
// The board inside such a frame.
Board without_ghosts(const std::vector<int>& framed, std::size_t width, std::size_t height);

// Each row, repeated `times` times, packed into words_per_row words of 64 cells, as a board's words are.
std::vector<std::uint64_t> pack(const Board& board, std::size_t words_per_row, std::size_t times = 1);
// The first `width` cells of such rows as a board, in the form that its size asks for.
Board unpack(const std::vector<std::uint64_t>& words, std::size_t words_per_row, std::size_t width,
             std::size_t height);
