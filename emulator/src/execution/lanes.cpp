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

void fail_thread()
{
    running.warp->failed |= 1u << running.lane;
    end_thread();
}

uint32_t carry_out_services(Warp& warp, uint32_t lanes)
{
    uint32_t served = 0;
    for (; lanes; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        auto& service = *reinterpret_cast<Service*>(warp.address[lane]);
        served |= uint32_t(service.serve(service, warp, lane)) << lane;
    }
    return served;
}

}  // namespace emu
