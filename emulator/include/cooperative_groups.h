// Cooperative groups, on top of the barriers and warp functions of the emulator.
#pragma once

#include "cuda_emulator/groups/cluster_group.h"
#include "cuda_emulator/groups/coalesced_group.h"
#include "cuda_emulator/groups/grid_group.h"
#include "cuda_emulator/groups/partition.h"
#include "cuda_emulator/groups/thread_block.h"
#include "cuda_emulator/groups/thread_block_tile.h"
#include "cuda_emulator/groups/thread_group.h"
#include "cuda_runtime.h"

namespace cooperative_groups {

template <class Group>
void sync(const Group& group, const char* file = __builtin_FILE(), int line = __builtin_LINE())
{
    group.sync(file, line);
}

template <class Group>
auto thread_rank(const Group& group)
{
    return group.thread_rank();
}

template <class Group>
auto group_size(const Group& group)
{
    return group.size();
}

// One thread of the group calls the function.
template <class Group, class Function, class... Arguments>
void invoke_one(const Group& group, Function&& function, Arguments&&... arguments)
{
    if (group.thread_rank() == 0)
        function(static_cast<Arguments&&>(arguments)...);
}

// Likewise; all threads get its result.
template <class Group, class Function, class... Arguments>
auto invoke_one_broadcast(const Group& group, Function&& function, Arguments&&... arguments)
{
    decltype(function(static_cast<Arguments&&>(arguments)...)) result{};
    if (group.thread_rank() == 0)
        result = function(static_cast<Arguments&&>(arguments)...);
    return group.shfl(result, 0);
}

}  // namespace cooperative_groups
