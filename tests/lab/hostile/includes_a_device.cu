// Includes a file without an end.
//
// exercise: vecadd_bytes
// points: 0
// says: out of memory
#include "/dev/zero"
