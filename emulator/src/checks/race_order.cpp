#include "checks/race_order.h"

#include "state/cluster.h"

namespace emu {

Release releases[kReleases];
bool any_release = false;

void release(uint32_t me)
{
    const uint32_t stamp = next_stamp();
    Release& last = releases[who::block(me)];
    last.several_threads |= last.stamp != 0 && last.thread != who::thread(me);
    last.thread = who::thread(me);
    last.barrier_stamp = grid.block->barrier_stamp;
    last.stamp = stamp;
    any_release = true;
}

bool is_in_cluster(const Cluster& cluster, uint32_t other)
{
    for (int rank = 0; rank < cluster.size; ++rank)
        if (who::block(who::of(0, cluster.blocks[rank]->number)) == who::block(other))
            return true;
    return false;
}

}  // namespace emu
