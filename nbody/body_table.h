// Tables of bodies: one line for each body, m x y z vx vy vz.
#pragma once

#include "bodies.h"

#include <string>
#include <string_view>

// What a table may hold: up to kMostBodies bodies, whose places and velocities are from -kMostInTable to
// kMostInTable, and whose masses are from 0 to kMostInTable. Within these, no force is too large for a float.
inline constexpr std::size_t kMostBodies = std::size_t{1} << 30;
inline constexpr double kMostInTable = 1e9;

// Reads a table. The numbers are decimal, with white space between them; a word that begins with # begins a
// comment, to the end of its line; empty lines are skipped; lines may end as on Windows. Throws InputError
// with `name` and the line of the first fault: too few or too many numbers, text, NaN, infinity, numbers
// beyond kMostInTable, a negative mass, too many bodies, no body at all.
Bodies parse_body_table(const std::string& name, std::string_view text);

// The same from a file. Throws InputError also if it cannot be read or is no text.
Bodies read_body_table(const std::string& path);

// Writes a table from which the same bodies are read again, to the last bit. Throws UsageError if the file
// cannot be written.
void write_body_table(const std::string& path, const Bodies& bodies);
