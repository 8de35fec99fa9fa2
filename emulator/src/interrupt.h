// Ctrl-C while a kernel runs, and kernels that hang in a loop that the scheduler cannot see.
#pragma once

namespace emu {

// Installs the handlers, unless the program has its own.
void catch_interrupts();

// Between the kernel's rounds: ends the program if Ctrl-C was pressed.
void end_if_interrupted();

}  // namespace emu
