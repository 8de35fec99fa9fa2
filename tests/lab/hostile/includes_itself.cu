// Includes itself.
//
// exercise: vecadd_bytes
// points: 0
// says: include nested
#include __FILE__
