// Boards drawn in a terminal.
#pragma once

#include "board.h"

#include <functional>
#include <string>

// What fits into a text of so many columns and rows: two by four cells to a character, in the dots of
// Braille. On a board too large for that a dot stands for a square of cells, and is set if any of them
// lives. Every line ends with a newline.
std::string drawing(const Board& board, std::size_t columns, std::size_t rows);

// Draws `start` and the boards of all generations after it, 20 a second, each made from the one before by
// `next`. If the standard output is no terminal, only the last one is drawn.
void show(const Board& start, std::size_t generations, const std::function<Board(const Board&)>& next);
