// Warp collectives: *_sync functions.
#pragma once

#include "state/warp.h"

namespace emu {

// If all live lanes of the mask of some call have arrived: sets their results, releases them and returns
// true.
bool complete_collective(Warp& warp);

}  // namespace emu
