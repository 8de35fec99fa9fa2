#include "board.h"

#include "common/harness/blindfold.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <random>

Board lecture_board(std::size_t width, std::size_t height)
{
    Board board(width, height);
    std::srand(0);
    for (int& cell : board.cells)
        cell = std::rand() % 2;
    return board;
}

Board random_board(std::size_t width, std::size_t height, std::uint64_t seed)
{
    Board board(width, height);
    std::mt19937_64 random(seed);
    const std::size_t n = board.cells.size();
    for (std::size_t i = 0; i < n; i += 64) {  // one draw gives 64 cells
        const std::uint64_t bits = random();
        for (std::size_t k = 0; k < 64 && i + k < n; ++k)
            board.cells[i + k] = static_cast<int>(bits >> k & 1);
    }
    return board;
}

std::size_t count_alive(const Board& board)
{
    return std::accumulate(board.cells.begin(), board.cells.end(), std::size_t{0});
}

std::vector<int> with_ghosts(const Board& board)
{
    const std::size_t pitch = board.width + 2, rows = board.height + 2;
    std::vector<int> framed(pitch * rows);
    for (std::size_t y = 0; y < rows; ++y) {
        const int* cells = &board.cells[(y + board.height - 1) % board.height * board.width];
        int* row = &framed[y * pitch];
        row[0] = cells[board.width - 1];
        std::copy_n(cells, board.width, row + 1);
        row[pitch - 1] = cells[0];
    }
    return framed;
}

Board without_ghosts(const std::vector<int>& framed, std::size_t width, std::size_t height)
{
    Board board(width, height);
    for (std::size_t y = 0; y < height; ++y)
        std::copy_n(&framed[(y + 1) * (width + 2) + 1], width, &board.cells[y * width]);
    return board;
}

std::vector<std::uint64_t> pack(const Board& board, std::size_t words_per_row, std::size_t times)
{
    return ladders::derived_from(board.cells, [&](const std::vector<int>& all_cells) {
        std::vector<std::uint64_t> words(words_per_row * board.height, 0);
        for (std::size_t y = 0; y < board.height; ++y) {
            const int* cells = &all_cells[y * board.width];
            std::uint64_t* row = &words[y * words_per_row];
            for (std::size_t begin = 0; begin < times * board.width; begin += board.width)
                for (std::size_t x = 0; x < board.width; ++x)
                    row[(begin + x) / 64] |= static_cast<std::uint64_t>(cells[x]) << (begin + x) % 64;
        }
        return words;
    });
}

Board unpack(const std::vector<std::uint64_t>& words, std::size_t words_per_row, std::size_t width,
             std::size_t height)
{
    Board board(width, height);
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x)
            board.cells[y * width + x] = static_cast<int>(words[y * words_per_row + x / 64] >> x % 64 & 1);
    return board;
}
