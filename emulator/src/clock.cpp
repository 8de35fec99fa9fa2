#include "clock.h"

#include "device_memory.h"
#include "grid.h"
#include "program.h"
#include "race.h"
#include "resident_blocks.h"
#include "site.h"

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
