// The errors that the emulator has found.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace emu {

struct Report {
    std::string what;    // the error, without place and thread
    std::string kernel;  // as the launch spells it
    std::string file;    // of the access, as given to the compiler
    int line = 0;
    std::string text;  // the whole report, several lines
};

// All errors so far, repeated ones too.
std::size_t error_count();
// The reports since the last call: the first of each kind per line.
std::vector<Report> take_reports();

}  // namespace emu
