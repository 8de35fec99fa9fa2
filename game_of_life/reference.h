// The Game of Life on the CPU: two sequential references, and a fast one for --no-cpu.
#pragma once

#include "board.h"

// The board after so many generations, cell by cell, the rule written as a chain of ifs.
Board play_by_ifs(const Board& start, std::size_t generations);

// The same, the rule looked up in a table of 2 x 9 states: no branch depends on the cells.
Board play_by_table(const Board& start, std::size_t generations);

// The same with 64 cells to a word, on all cores.
Board play_packed(const Board& start, std::size_t generations);
