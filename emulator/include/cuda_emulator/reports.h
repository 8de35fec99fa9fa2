// The errors that the emulator has found.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace emu {

struct Report {
    std::string what;    // the error, without place and thread
    std::string kernel;  // that ran, as the launch spells it; if that is a pointer, the kernel's own name
    std::string file;    // of the access, as the compiler got its name
    int line = 0;
    std::string text;  // the whole report, several lines
};

// The number of errors so far, including repeated ones.
std::size_t error_count();
// The reports since the last call. Of several errors of one kind on one line, only the first is reported.
std::vector<Report> take_reports();
// What may be right, but explains a result that is wrong: memory that was copied to the host and that nothing wrote.
// `what` says it in one line; it is no error.
std::vector<Report> take_remarks();

}  // namespace emu
