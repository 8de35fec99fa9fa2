// Calls of kernel code that the scheduler carries out on the host's stack, where the standard library may be used.
#pragma once

#include "execution/lanes.h"

namespace emu {

// A call has its arguments and results in a struct that begins with this one, and the lane stops at its address. `serve`
// carries out the calls of all lanes of a request, whose addresses are in Warp::address, and returns the lanes that continue.
struct ServedCall {
    uint32_t (*serve)(Warp& warp, uint32_t lanes);
};

uint32_t serve_each_lane(Warp& warp, uint32_t lanes);

// One that is carried out lane by lane. serve_lane() returns false if the thread ends.
struct Service : ServedCall {
    using ServeLane = bool (*)(Service& service, Warp& warp, int lane);

    Service(ServeLane function) : ServedCall{serve_each_lane}, serve_lane(function) {}

    ServeLane serve_lane;
};

// Stops the current lane until the call has been served.
inline void stop_for(ServedCall& call, const void* pc, const void* frame)
{
    stop(reinterpret_cast<uintptr_t>(&call), pack(Operation::served_call, 0), pc, frame);
}

}  // namespace emu
