// Ctrl-C while a kernel runs.
#pragma once

namespace emu {

// Installs the handler, unless the program has one of its own.
void catch_interrupts();

// Between the kernel's rounds: ends the program if Ctrl-C was pressed.
void end_if_interrupted();

}  // namespace emu
