// Ctrl-C while a kernel runs, and kernels that hang in a loop without any callback.
#pragma once

namespace emu {

// Installs the handlers, unless the program has its own.
void catch_interrupts();

// Prints where a slow kernel is. Called between rounds: the kernel may never end, or just have much to do.
void say_where_it_stands();

// Ends the program if Ctrl-C was pressed. Called after a grid has ended.
void end_if_interrupted();

}  // namespace emu
