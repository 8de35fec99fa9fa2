// reduce() of a tile or a coalesced group, by shuffles. In a tile of several warps each warp reduces its own values first.
#pragma once

#include "../cooperative_groups.h"
#include "operators.h"

namespace cooperative_groups {

template <class Group, class T, class Operator>
T reduce(const Group& group, T value, Operator&& combine, const char* file = __builtin_FILE(),
         int line = __builtin_LINE())
{
    if constexpr (std::is_base_of_v<warps_tile, Group>) {
        const T mine = reduce(tiled_partition<32>(group), value, combine, file, line);
        T result = group.shfl(mine, 0, file, line);
        for (unsigned first = 32; first < group.size(); first += 32)
            result = combine(result, group.shfl(mine, int(first), file, line));
        return result;
    } else {
        const int size = int(group.size()), rank = int(group.thread_rank());
        for (int delta = 1; delta < size; delta *= 2) {
            const T other = group.shfl_down(value, delta, file, line);
            if (rank + delta < size)
                value = combine(value, other);
        }
        return group.shfl(value, 0, file, line);
    }
}

}  // namespace cooperative_groups
