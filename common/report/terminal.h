// The terminal that standard output may be.
#pragma once

#include <cstddef>
#include <string>

namespace ladders {

// Columns of the terminal; 80 if standard output is none.
std::size_t terminal_columns();

enum class Colour { right, wrong, as_meant };

// The text in green, red or yellow, if standard output is a terminal and the environment variable NO_COLOR is not set
// (https://no-color.org); else, and in a process that mpirun has started, as it is.
std::string coloured(const std::string& text, Colour colour);

}  // namespace ladders
