// Ctrl-C while a kernel runs, and kernels that hang in a loop that the scheduler cannot see.
#pragma once

namespace emu {

// Installs the handlers, unless the program has its own.
void catch_interrupts();

// Between the rounds of a slow kernel, which may be a loop that changes memory for ever, or have much to do.
void say_where_it_stands();

// Between the kernel's rounds: ends the program if Ctrl-C was pressed.
void end_if_interrupted();

}  // namespace emu
