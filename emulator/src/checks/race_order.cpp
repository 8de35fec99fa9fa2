#include "checks/race_order.h"

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

}  // namespace emu
