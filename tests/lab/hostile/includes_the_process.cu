// Includes the compiler's environment.
//
// exercise: vecadd_bytes
// points: 0
// says: does not name
#include "/proc/self/environ"
