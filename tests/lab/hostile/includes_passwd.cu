// Includes the system's list of users.
//
// exercise: vecadd_bytes
// points: 0
// says: No such file
#include "/etc/passwd"
