// Calls of what the emulator does not have.
#pragma once

namespace emu {

// Prints one line: where the host is, that the function is not supported, and what to do instead. Once for each line.
void tell_refused_call(const char* function, const char* advice);

// The same, and ends the program with exit code 1.
[[noreturn]] void end_at_refused_call(const char* function, const char* advice);

}  // namespace emu
