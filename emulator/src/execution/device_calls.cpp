#include "execution/device_calls.h"

#include "state/grid.h"

namespace emu {

void serve_device_calls(Warp& warp, uint32_t lanes)
{
    grid.steps = 0;
    grid.idle_requests = 0;
    grid.progress = true;
    for (; lanes; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        auto& call = *reinterpret_cast<DeviceCall*>(warp.address[lane]);
        call.serve(call, warp, lane);
    }
}

}  // namespace emu
