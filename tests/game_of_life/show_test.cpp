#include "game_of_life/show.h"

#include <gtest/gtest.h>

namespace {

Board board_of_cells(std::size_t width, std::initializer_list<int> cells)
{
    Board board(width, cells.size() / width);
    board.cells = cells;
    return board;
}

TEST(Drawing, ACharacterHoldsTwoByFourCells)
{
    EXPECT_EQ(drawing(board_of_cells(2, {1, 0, 0, 0, 0, 0, 0, 0}), 80, 24), "\u2801\n");
    EXPECT_EQ(drawing(board_of_cells(2, {0, 1, 0, 0, 0, 0, 0, 1}), 80, 24), "\u2888\n");
    EXPECT_EQ(drawing(board_of_cells(2, {1, 1, 1, 1, 1, 1, 1, 1}), 80, 24), "\u28ff\n");
    EXPECT_EQ(drawing(board_of_cells(2, {0, 0, 0, 0, 0, 0, 1, 0}), 80, 24), "\u2840\n");
    EXPECT_EQ(drawing(board_of_cells(3, {0, 0, 1}), 80, 24), "\u2800\u2801\n");
    EXPECT_EQ(drawing(board_of_cells(1, {0, 0, 0, 0, 1}), 80, 24), "\u2800\n\u2801\n");
}

TEST(Drawing, ABoardTooLargeIsDrawnSmaller)
{
    Board board(1000, 700);
    board.cells.back() = 1;
    const std::string text = drawing(board, 80, 22);
    std::size_t lines = 0, characters = 0;
    for (const char c : text) {
        lines += c == '\n';
        characters += c == '\xe2';
    }
    EXPECT_LE(lines, 22u);
    EXPECT_GE(lines, 20u);
    EXPECT_LE(characters / lines, 80u);
    EXPECT_NE(text.find_first_not_of("\u2800\n"), std::string::npos);  // the one cell is seen
}

}  // namespace
