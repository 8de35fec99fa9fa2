// Calls of the CUDA runtime by device code.
#pragma once

#include "execution/served_calls.h"

namespace emu {

struct DeviceCall : ServedCall {
    using ServeLane = void (*)(DeviceCall& call, Warp& warp, int lane);

    DeviceCall(ServeLane function, const char* file, int line);

    ServeLane serve_lane;
    const char* file;
    int line;
};

}  // namespace emu
