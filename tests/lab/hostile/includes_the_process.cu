// Includes the compiler's environment.
//
// exercise: vecadd_bytes
// points: 0
// says: none of the exercise's headers
#include "/proc/self/environ"
