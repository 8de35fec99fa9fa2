// Groups made out of other groups.
#pragma once

#include "coalesced_group.h"
#include "thread_block.h"
#include "thread_block_tile.h"

namespace cooperative_groups {

template <unsigned Size, class Parent>
thread_block_tile<Size, Parent> tiled_partition(const Parent& parent)
{
    return thread_block_tile<Size, Parent>(parent);
}

// A tile whose size is known only at run time. A tile of a coalesced group may consist of any lanes.
inline thread_group tiled_partition(const thread_group& parent, unsigned size)
{
    if (parent.kind() == thread_group::Kind::block)
        return lane_tile(size, unsigned(parent.thread_rank() / size), unsigned(parent.size() / size));
    unsigned lanes = 0, rank = 0;
    for (unsigned rest = parent.lane_mask(); rest; rest &= rest - 1, ++rank)
        if (rank / size == parent.thread_rank() / size)
            lanes |= rest & -rest;
    return coalesced_group(lanes);
}

inline coalesced_group tiled_partition(const coalesced_group& parent, unsigned size)
{
    const unsigned mine = parent.thread_rank() / size;
    unsigned lanes = 0, rank = 0;
    for (unsigned rest = parent.lane_mask(); rest; rest &= rest - 1, ++rank)
        if (rank / size == mine)
            lanes |= rest & -rest;
    return coalesced_group(lanes, mine, (parent.size() + size - 1) / size);
}

// One group for each label.
template <class Group, class Label>
coalesced_group labeled_partition(const Group& parent, Label label, EMU_PLACE)
{
    return coalesced_group(__match_any_sync(parent.lane_mask(), label, file, line));
}

template <class Group>
coalesced_group binary_partition(const Group& parent, bool predicate, EMU_PLACE)
{
    const unsigned yes = __ballot_sync(parent.lane_mask(), predicate, file, line);
    return coalesced_group(predicate ? yes : parent.lane_mask() & ~yes, predicate, 2);
}

class single_thread : public thread_group {
public:
    single_thread() : thread_group(Kind::lanes, 1u << emu::lane_id(), 0, 1) {}
};

inline single_thread this_thread()
{
    return {};
}

}  // namespace cooperative_groups

#undef EMU_PLACE
