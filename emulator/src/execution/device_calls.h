// Calls of the CUDA runtime by device code. The thread stops, and the scheduler carries the call out for it on the
// host's stack, where the standard library may be used.
#pragma once

#include "execution/lanes.h"

namespace emu {

// A call has its arguments and results in a struct that begins with this one.
struct DeviceCall {
    void (*serve)(DeviceCall& call, Warp& warp, int lane);
    const char* file;
    int line;
};

// Stops the current lane until the call has been served.
inline void stop_for(DeviceCall& call, const void* pc, const void* frame)
{
    stop(reinterpret_cast<uintptr_t>(&call), pack(Operation::device_call, 0), pc, frame);
}

// The lanes have stopped at such a call.
void serve_device_calls(Warp& warp, uint32_t lanes);

}  // namespace emu
