// Includes a file without an end.
//
// exercise: vecadd_bytes
// points: 0
// says: out of memory|it took too long
#include "/dev/zero"
