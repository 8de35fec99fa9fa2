// Scans of a tile or a coalesced group, by shuffles.
#pragma once

#include "../cooperative_groups.h"
#include "operators.h"

namespace cooperative_groups {

template <class Group, class T, class Operator>
T inclusive_scan(const Group& group, T value, Operator&& combine, const char* file = __builtin_FILE(),
                 int line = __builtin_LINE())
{
    const int size = int(group.size()), rank = int(group.thread_rank());
    for (int delta = 1; delta < size; delta *= 2) {
        const T before = group.shfl_up(value, delta, file, line);
        if (rank >= delta)
            value = combine(before, value);
    }
    return value;
}

template <class Group, class T>
T inclusive_scan(const Group& group, T value, const char* file = __builtin_FILE(),
                 int line = __builtin_LINE())
{
    return inclusive_scan(group, value, plus<T>(), file, line);
}

// The first thread gets T().
template <class Group, class T, class Operator>
T exclusive_scan(const Group& group, T value, Operator&& combine, const char* file = __builtin_FILE(),
                 int line = __builtin_LINE())
{
    const T inclusive = inclusive_scan(group, value, combine, file, line);
    const T before = group.shfl_up(inclusive, 1, file, line);
    return group.thread_rank() == 0 ? T() : before;
}

template <class Group, class T>
T exclusive_scan(const Group& group, T value, const char* file = __builtin_FILE(),
                 int line = __builtin_LINE())
{
    return exclusive_scan(group, value, plus<T>(), file, line);
}

}  // namespace cooperative_groups
