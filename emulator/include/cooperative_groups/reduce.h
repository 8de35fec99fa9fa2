// reduce() of a tile or a coalesced group, by shuffles.
#pragma once

#include "../cooperative_groups.h"
#include "operators.h"

namespace cooperative_groups {

template <class Group, class T, class Operator>
T reduce(const Group& group, T value, Operator&& combine, const char* file = __builtin_FILE(),
         int line = __builtin_LINE())
{
    const int size = int(group.size()), rank = int(group.thread_rank());
    for (int delta = 1; delta < size; delta *= 2) {
        const T other = group.shfl_down(value, delta, file, line);
        if (rank + delta < size)
            value = combine(value, other);
    }
    return group.shfl(value, 0, file, line);
}

}  // namespace cooperative_groups
