#include "execution/wind_back.h"

#include "checks/access_log.h"
#include "checks/doubts.h"
#include "checks/race.h"
#include "checks/relatives.h"
#include "checks/stream_order.h"
#include "counters/site.h"
#include "execution/phases.h"
#include "execution/resident_blocks.h"
#include "memory/clock.h"
#include "memory/device_memory.h"
#include "state/grid.h"

namespace emu {

void wind_back_clock()
{
    device_memory.forget_stamps();
    now = 1;
    wind_back_blocks(now);
    forget_releases();
    forget_operations();
    forget_relatives();
    sites.forget_stamps();
    access_log.forget();
    forget_made_barriers();
    settle_doubts();
    grid.start_stamp = now;
}

}  // namespace emu
