// Reports of races.
#pragma once

#include "checks/reports.h"
#include "cuda_emulator/launch_counters.h"
#include "state/warp.h"

namespace emu {

enum class Hazard { read_after_write, write_after_read, write_after_write };

void report_race(Space space, Hazard hazard, const AccessPoint& point, const Earlier& earlier);

}  // namespace emu
