// Includes the solution.
//
// exercise: vecadd_bytes
// points: 0
// says: No such file
#include "lab/exercises/vecadd_bytes/solution.cu"
