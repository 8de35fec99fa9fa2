#include "execution/lanes.h"

namespace emu {

Running running;

void end_thread()
{
    Warp& warp = *running.warp;
    warp.ready &= ~(1u << running.lane);
    warp.live &= ~(1u << running.lane);
    grid.idle_requests = 0;
    grid.steps = 0;
    grid.progress = grid.advances = true;
    switch_to_next();
    __builtin_unreachable();
}

void fail_thread(const Failure& failure, const void* pc, const void* frame)
{
    stop(reinterpret_cast<uintptr_t>(&failure), pack(Operation::failure, 0), pc, frame);
    __builtin_unreachable();
}

void fail_thread()
{
    running.warp->failed |= 1u << running.lane;
    end_thread();
}

}  // namespace emu
