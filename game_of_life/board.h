// The torus of cells, and the boards that games start from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

// cells is (height, width), row by row: 1 alive, 0 dead. The board is a torus: the last column's right
// neighbour is the first column, and likewise for rows. Where a side is 1 or 2, some of a cell's eight
// neighbours are one and the same cell, or even the cell itself; it counts once for each of them.
struct Board {
    std::size_t width = 0, height = 0;
    std::vector<int> cells;

    Board() = default;
    Board(std::size_t width, std::size_t height, int cell = 0)
        : width(width), height(height), cells(width * height, cell)
    {
    }
    bool operator==(const Board&) const = default;
};

template <class SomeBoard>
requires std::is_same_v<std::remove_const_t<SomeBoard>, Board>
auto members(SomeBoard& board)
{
    return std::tie(board.width, board.height, board.cells);
}

// srand(0), then rand() % 2 row by row, as programs of first courses do; exact with glibc's rand.
Board lecture_board(std::size_t width, std::size_t height);
// Every cell alive with probability 1/2; the same for the same seed.
Board random_board(std::size_t width, std::size_t height, std::uint64_t seed);

std::size_t count_alive(const Board& board);

// The board in a frame of ghost cells, (height + 2, width + 2): copies of the cells on the opposite side.
std::vector<int> with_ghosts(const Board& board);
// The board inside such a frame.
Board without_ghosts(const std::vector<int>& framed, std::size_t width, std::size_t height);

// Each row, repeated `times` times, packed into words_per_row words of 64 cells: cell x is bit x % 64 of
// word x / 64. Bits that stand for no cell are 0.
std::vector<std::uint64_t> pack(const Board& board, std::size_t words_per_row, std::size_t times = 1);
Board unpack(const std::vector<std::uint64_t>& words, std::size_t words_per_row, std::size_t width,
             std::size_t height);
