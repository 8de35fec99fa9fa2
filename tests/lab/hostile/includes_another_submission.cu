// Includes what another student has handed in.
//
// exercise: vecadd_bytes
// points: 0
// says: No such file
#include "../honest/vecadd_bytes.cu"
