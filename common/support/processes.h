// Several processes of one run, as mpirun starts them. Known from the environment, before MPI itself is.
#pragma once

namespace ladders {

// How many there are, and which one this is; 0 and 0 if nobody has started several.
int processes();
int process_rank();

// To be called before an error is printed: what all processes would say the first says, and with it mpirun ends them all.
void let_first_process_speak();

}  // namespace ladders
