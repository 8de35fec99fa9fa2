// Templates that take exponential time.
//
// exercise: vecadd_bytes
// points: 0
// says: it took too long|CPU time limit
#include "vecadd.h"

template <int N, int Path>
struct Tree {
    static constexpr long value = Tree<N - 1, 2 * Path>::value + Tree<N - 1, 2 * Path + 1>::value;
};
template <int Path>
struct Tree<0, Path> {
    static constexpr long value = Path;
};
static_assert(Tree<29, 1>::value != 0);
