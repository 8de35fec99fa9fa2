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
    if constexpr (std::is_base_of_v<warps_tile, Group>) {
        value = inclusive_scan(tiled_partition<32>(group), value, combine, file, line);
        T before = value;  // the sum of the warps before this one
        for (int last = 31; last < size; last += 32) {
            const T sum = group.shfl(value, last, file, line);
            if (last < rank)
                before = last == 31 ? sum : combine(before, sum);
        }
        return rank < 32 ? value : combine(before, value);
    } else {
        for (int delta = 1; delta < size; delta *= 2) {
            const T before = group.shfl_up(value, delta, file, line);
            if (rank >= delta)
                value = combine(before, value);
        }
        return value;
    }
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
    if constexpr (std::is_base_of_v<warps_tile, Group>) {
        T before = tiled_partition<32>(group).shfl_up(inclusive, 1, file, line);
        for (int last = 31; last < int(group.size()) - 1; last += 32) {
            const T of_warp_before = group.shfl(inclusive, last, file, line);
            before = int(group.thread_rank()) == last + 1 ? of_warp_before : before;
        }
        return group.thread_rank() == 0 ? T() : before;
    } else {
        const T before = group.shfl_up(inclusive, 1, file, line);
        return group.thread_rank() == 0 ? T() : before;
    }
}

template <class Group, class T>
T exclusive_scan(const Group& group, T value, const char* file = __builtin_FILE(),
                 int line = __builtin_LINE())
{
    return exclusive_scan(group, value, plus<T>(), file, line);
}

}  // namespace cooperative_groups
