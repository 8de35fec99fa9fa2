// Warp collectives: *_sync functions.
#pragma once

#include "state/warp.h"

namespace emu {

// If all live lanes of some call's mask have arrived, gives them their results and releases them. False: none has.
bool complete_collective(Warp& warp);

}  // namespace emu
