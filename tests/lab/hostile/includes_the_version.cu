// Includes the ladder's version, which is a solution.
//
// exercise: vecadd_bytes
// points: 0
// says: No such file
#include "v2_thread_per_element.cu"
