#include "memory/clock.h"

#include "checks/race.h"
#include "counters/site.h"
#include "debug_info/program.h"
#include "execution/resident_blocks.h"
#include "memory/device_memory.h"
#include "state/grid.h"

namespace emu {

uint32_t now = 0;

void wind_back_clock()
{
    device_memory.forget_stamps();
    program.variables.discard(program.variables.low, program.variables.bytes);
    now = 1;
    wind_back_blocks(now);
    forget_releases();
    sites.forget_stamps();
    grid.start_stamp = now;
}

}  // namespace emu
